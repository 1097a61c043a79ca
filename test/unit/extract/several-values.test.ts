import { describe, expect, test } from 'vitest';
import { readBundle } from '../../../src/core/bundle/bundle.ts';
import { compileExtractor } from '../../../src/core/extract/extractor.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { cellsOf, extension, extract, issuesOf, lab, STUDY } from './trial-entries.ts';

describe('several values where the interface describes one', () => {
  test('texts of a list are joined', () => {
    const extracted = extract(
      'labs',
      lab({ performer: [{ display: 'Practitioner/1' }, { display: 'Practitioner/2' }], identifier: [{ value: 'a' }, { value: 'b' }] }),
    );
    expect(cellsOf('labs', extracted)).toMatchObject({ performer: '1; 2', identifier: 'a; b', record_id: 'lab-1' });
  });

  test('the first of several keys is used, and an issue is listed', () => {
    const extracted = extract('labs', lab({ id: undefined, identifier: [{ value: 'a' }, { value: 'b' }] }));
    expect(extracted.rows[0]?.key).toBe('a');
    expect(issuesOf(extracted)).toContain('several-values identifier[].value');
  });

  test.each<[string, unknown[], Record<string, unknown>]>([
    ['one dose is not a list', [{ value: 5, unit: 'mg' }], { dose: 5, dose_unit: 'mg' }],
    [
      'two doses',
      [
        { value: 5, unit: 'mg' },
        { value: 10, unit: 'g' },
      ],
      { dose: 5, dose_unit: 'mg', doses: '["5 mg","10 g"]' },
    ],
    ['the first without a unit', [{ value: 5 }, { value: 10, unit: 'g' }], { dose: 5, doses: '["5","10 g"]' }],
    ['the first without a value', [{ unit: 'mg' }, { value: 10, unit: 'g' }], { dose: 10, dose_unit: 'g', doses: '["– mg","10 g"]' }],
    ['units without any value', [{ unit: 'mg' }, { unit: 'g' }], { dose_unit: 'mg', doses: '["– mg","– g"]' }],
    ['digits as sent', [{ value: 1 }, { value: 2, unit: 'mg' }, {}, { value: 3 }], { dose: 1, doses: '["1","2 mg","3"]' }],
  ])('doses: %s', (_name, quantities, cells) => {
    const inOne = [{ doseAndRate: quantities.map((doseQuantity) => ({ doseQuantity })) }];
    const inSeveral = quantities.map((doseQuantity) => ({ doseAndRate: [{ doseQuantity }] }));
    for (const dosage of [inOne, inSeveral]) {
      const found = cellsOf('medications', extract('medications', { resourceType: 'MedicationStatement', id: 'm', dosage }));
      expect(Object.fromEntries(['dose', 'dose_unit', 'doses'].flatMap((name) => (name in found ? [[name, found[name]]] : [])))).toEqual(
        cells,
      );
    }
  });

  test('several doses are listed as an issue', () => {
    const dosage = [{ doseAndRate: [{ doseQuantity: { value: 1, unit: 'mg' } }, { doseQuantity: { value: 2, unit: 'mg' } }] }];
    const extracted = extract('medications', { resourceType: 'MedicationStatement', id: 'm', dosage });
    expect(issuesOf(extracted)).toContain('several-values dosage[].doseAndRate[].doseQuantity.value');
  });

  test('records of one page keep their doses apart, whatever shapes were learned before', () => {
    const lines = [
      [['5', 'mg']],
      [
        ['1', 'mg'],
        ['2', 'g'],
      ],
      [['3', 'mg']],
      [
        ['4', 'g'],
        ['5', 'mg'],
      ],
    ].map((doses, id) => {
      const items = doses.map(([value, unit]) => `{"doseQuantity":{"value":${String(value)},"unit":"${String(unit)}"}}`);
      return `{"resource":{"resourceType":"MedicationStatement","id":"m${String(id)}","dosage":[{"doseAndRate":[${items.join(',')}]}]}}`;
    });
    const extractor = compileExtractor(datasets.medications);
    const units = extractor.columns.findIndex(({ name }) => name === 'dose_unit');
    const page = Buffer.from(`{"resourceType":"Bundle","type":"searchset","entry":[${lines.join(',')}]}`);
    const read: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      readBundle(page, { shapes: extractor.shapes, repeated: null }, () => (entry) => {
        read.push(extractor.extract(entry, STUDY).rows[0]?.cells[units]);
      });
    }
    expect(read).toEqual(['mg', 'mg', 'mg', 'g', 'mg', 'mg', 'mg', 'g']);
  });
});

describe('revision numbers', () => {
  const withRevisions = (...numbers: readonly number[]) =>
    extract('responses', {
      resourceType: 'DiagnosticReport',
      identifier: [{ value: 'a' }],
      extension: numbers.map((valueInteger) => extension('RevisionNumber', { valueInteger })),
    });

  test('a single one is taken for the case’s, and an issue is listed', () => {
    const extracted = withRevisions(3);
    expect(cellsOf('responses', extracted)).toMatchObject({ case_revision: 3 });
    expect(cellsOf('responses', extracted)).not.toHaveProperty('assessment_revision');
    expect(issuesOf(extracted)).toContain('one-of-two extension[#RevisionNumber:2]');
  });

  test.each([[[]], [[3, 1]]])('raise no issue if they are %j', (numbers) => {
    expect(issuesOf(withRevisions(...numbers))).not.toContain('one-of-two extension[#RevisionNumber:2]');
  });
});

test.each([
  ['https://x.example/crit#SomeDate', '2025-12-09'],
  ['https://x.example/crit#Timepoint', undefined],
  ['https://x.example/crit#EffectiveDateTime', undefined],
  ['https://x.example/crit#issued', undefined],
  ['https://x.example/StructureDefinition/MetadataRuleDef', undefined],
])('reads a date extension with the URL %s as revision date %s', (url, revised) => {
  const resource = { resourceType: 'DiagnosticReport', identifier: [{ value: 'a' }], extension: [{ url, valueDateTime: '2025-12-09' }] };
  expect(cellsOf('responses', extract('responses', resource))['assessment_revised']).toBe(revised);
});
