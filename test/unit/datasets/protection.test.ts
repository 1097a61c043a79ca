import { describe, expect, test } from 'vitest';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Column } from '../../../src/shared/datasets/declaration.ts';
import { treatmentOf } from '../../../src/shared/protection.ts';

const all = Object.values(datasets).flatMap((dataset) =>
  dataset.columns.map((column) => ({ id: `${dataset.name}.${column.name}`, column })),
);
const treated = (treatment: string): readonly string[] =>
  all.filter(({ column }) => treatmentOf(column).treatment === treatment).map(({ id }) => id);

describe('columns in a protected export', () => {
  test.each(all)('$id has a treatment with a reason', ({ column }) => {
    expect(column.tells).toBeDefined();
    expect(treatmentOf(column).reason).toMatch(/^It .*\.$|^A date .*\.$/);
  });

  test.each(all.filter(({ column }) => column.kind === 'datetime'))('$id, a date, becomes a day', ({ column }) => {
    expect(treatmentOf(column).treatment).toBe('day');
  });

  test.each(all.filter(({ column }) => column.personal === true))('$id, a person, is dropped', ({ column }) => {
    expect(treatmentOf(column).treatment).toBe('dropped');
  });

  test('only subjects, records, cases and lesions have pseudonyms', () => {
    expect(treated('pseudonym')).toEqual([
      'subjects.subject',
      'subjects.unique_subject',
      'medications.subject',
      'medications.unique_subject',
      'medications.omop_record',
      'medications.record_id',
      'labs.subject',
      'labs.unique_subject',
      'labs.record_id',
      'labs.identifier',
      'vitals.subject',
      'vitals.unique_subject',
      'vitals.record_id',
      'vitals.identifier',
      'responses.subject',
      'responses.lesions',
      'responses.lesion_references',
      'responses.case_id',
      'responses.unique_subject',
      'responses.record_id',
    ]);
  });

  test('only free texts, persons and addresses of the service are dropped', () => {
    expect(treated('dropped')).toEqual([
      'subjects.identifier_system',
      'medications.directions',
      'medications.method',
      'medications.drug_source',
      'medications.identifier_system',
      'labs.reference_range',
      'labs.range_text',
      'labs.performer',
      'labs.category_system',
      'labs.code_system',
      'labs.identifier_system',
      'vitals.unit_system',
      'vitals.reference_range',
      'vitals.performer',
      'vitals.category_system',
      'vitals.code_system',
      'vitals.identifier_system',
      'responses.category_system',
      'responses.identifier_system',
    ]);
  });

  test('a column that does not declare what it tells is dropped, and so is one that names a person', () => {
    const column: Column = {
      name: 'new',
      kind: 'text',
      plain: 'New',
      sdtm: null,
      help: 'New.',
      width: 90,
      section: 'A',
      shown: true,
      paths: ['new'],
    };
    expect(treatmentOf(column).treatment).toBe('dropped');
    expect(treatmentOf({ ...column, tells: 'value', personal: true }).treatment).toBe('dropped');
  });
});
