import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import { describe, expect, test } from 'vitest';
import { columnOf, datasets } from '../../../src/shared/datasets/datasets.ts';
import { isDerived, type RowOf } from '../../../src/shared/datasets/declaration.ts';
import { headerOf, sectionsOf } from '../../../src/shared/datasets/headers.ts';
import type { subjects } from '../../../src/shared/datasets/subjects.ts';

const PATH = /^(?:extension\[(?:#[A-Za-z.]+(?::2)?|value[A-Z][A-Za-z]+)\]|[a-zA-Z]+(?:\[\])?(?:\.[a-zA-Z]+(?:\[\])?)*)$/;
const SDTM_VARIABLE = /^[A-Z][A-Z0-9]{0,7}$/;
/** Carrel's own names beside SDTM variables: longer, so that they are not mistaken for one. */
const OWN_NAME = /^(?:SRC|RANGE)_[A-Z_]+$|^(?:LBISSUED|VSISSUED)$/;
const FORBIDDEN_SDTM = ['LBLOINC', 'LBREFID', 'VSREFID', 'LBSEQ', 'AGE', 'SEX', 'ARM', 'RFSTDTC'];

const all = Object.entries(datasets).map(([name, dataset]) => ({ name, dataset }));
const allColumns = all.flatMap(({ dataset }) =>
  dataset.columns.map((column) => ({ id: `${dataset.name}.${column.name}`, dataset, column })),
);

describe.each(all)('$name', ({ name, dataset }) => {
  test('is listed under its own name and has its key, sort and index columns', () => {
    expect(dataset.name).toBe(name);
    const named = [dataset.key, ...dataset.defaultSort, ...dataset.indexes.flat()];
    expect(named.filter((column) => columnOf(dataset, column) === undefined)).toEqual([]);
  });

  test('has at most four indexes', () => {
    expect(dataset.indexes.length).toBeLessThanOrEqual(4);
  });

  test.each(['plain', 'sdtm', 'source'] as const)('has unique %s headers', (vocabulary) => {
    const headers = dataset.columns.map((column) => headerOf(column, vocabulary).toLowerCase());
    expect(headers.filter((header, index) => headers.indexOf(header) !== index)).toEqual([]);
  });

  test('has unique names that no companion column takes', () => {
    const names = dataset.columns.flatMap((column) => [
      column.name,
      ...(column.kind === 'number' ? [`${column.name}_sent`] : []),
      ...(column.kind === 'datetime' ? [`${column.name}_at`] : []),
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('shows subject first and some but not all columns', () => {
    expect(dataset.columns[0]?.name).toBe('subject');
    const shown = dataset.columns.filter((column) => column.shown).length;
    expect(shown).toBeGreaterThan(2);
    expect(shown).toBeLessThan(dataset.columns.length);
  });

  test('has every column in exactly one section', () => {
    expect(
      sectionsOf(dataset)
        .flatMap(({ columns }) => columns)
        .map((column) => column.name)
        .sort(),
    ).toEqual(dataset.columns.map((column) => column.name).sort());
  });

  test('reads its key from the record as text', () => {
    const key = columnOf(dataset, dataset.key);
    expect(key).toMatchObject({ kind: 'text', required: true });
    expect(key !== undefined && isDerived(key)).toBe(false);
  });

  test('has the study and the unique subject under the names that all datasets use', () => {
    expect(columnOf(dataset, 'study')).toMatchObject({ sdtm: 'STUDYID', required: true });
    expect(columnOf(dataset, 'unique_subject')).toMatchObject({ sdtm: 'USUBJID' });
  });
});

describe('every column', () => {
  test.each(allColumns)('$id is named, explained and wide enough', ({ column }) => {
    expect(column.name).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
    expect(column.plain.length).toBeGreaterThan(0);
    expect(column.help).toMatch(/^[A-Z].*[.]$/s);
    expect(column.width).toBeGreaterThanOrEqual(60);
    if (column.sdtm !== null) expect(column.sdtm).toMatch(OWN_NAME.test(column.sdtm) ? OWN_NAME : SDTM_VARIABLE);
    expect(FORBIDDEN_SDTM).not.toContain(column.sdtm);
  });

  test.each(allColumns)('$id is either read from a path or derived by a rule', ({ dataset, column }) => {
    if (isDerived(column)) {
      expect(column).not.toHaveProperty('paths');
      expect(column.rule).toMatch(/^[A-Z0-9s].*\.$/s);
      expect(column.section).toBe('Derived by Carrel');
      return;
    }
    for (const path of column.paths) expect(path).toMatch(PATH);
    if (dataset.repeated !== undefined && column.name === dataset.key)
      expect(column.paths[0].startsWith(`${dataset.repeated}.`)).toBe(true);
    if (column.split !== undefined) expect(column.kind).toBe('list');
  });

  test.each(allColumns.filter(({ column }) => isDerived(column)))(
    '$id reads only source columns, and has no value for an empty row',
    ({ dataset, column }) => {
      if (!isDerived(column)) return;
      const read = new Set<string>();
      const row = new Proxy({}, { get: (_row, name) => (read.add(String(name)), null) });
      const cell = column.derive(row, defaultTerms);
      expect(cell === null || column.kind === 'flag' || column.name === 'not_derived_because').toBe(true);
      expect(read.size).toBeGreaterThan(0);
      for (const name of read) {
        const source = columnOf(dataset, name);
        expect(source, name).toBeDefined();
        expect(source !== undefined && isDerived(source), name).toBe(false);
      }
    },
  );

  test('the same name means the same kind in every dataset', () => {
    const kinds = Map.groupBy(allColumns, ({ column }) => column.name);
    for (const [name, columns] of kinds) expect(new Set(columns.map(({ column }) => column.kind)).size, name).toBe(1);
  });

  test('a column that names a person is hidden, and only performers are such columns', () => {
    expect(allColumns.filter(({ column }) => column.personal === true).map(({ id, column }) => [id, column.shown])).toEqual([
      ['labs.performer', false],
      ['vitals.performer', false],
    ]);
  });

  test('fixed values of the interface are checked', () => {
    const expected = (id: string) => allColumns.find((entry) => entry.id === id)?.column;
    expect(expected('medications.status')).toMatchObject({ expected: ['unknown'] });
    for (const dataset of ['labs', 'vitals', 'responses']) expect(expected(`${dataset}.status`)).toMatchObject({ expected: ['final'] });
    expect(expected('responses.category_code')).toMatchObject({ expected: ['RAD'] });
    expect(expected('vitals.category_code')).toMatchObject({ expected: ['vital-signs'] });
  });

  test.each([
    ['Baseline', true],
    ['Follow-up 1', true],
    ['Follow-up 9', true],
    ['Follow-up 10', true],
    ['Follow-up 25', true],
    ['Follow-up 0', false],
    ['Follow-up 26', false],
    ['Follow-up 01', false],
    ['Follow-up', false],
    ['baseline', false],
    ['Baseline ', false],
    ['', false],
  ])('assessment name %j is expected: %s', (name, holds) => {
    const column = datasets.responses.columns.find((candidate) => candidate.name === 'assessment');
    expect(column !== undefined && !isDerived(column) && column.check?.holds(name)).toBe(holds);
  });
});

test('a row type is inferred from its declaration', () => {
  const row: RowOf<typeof subjects> = {
    subject: '0012',
    unique_subject: '22-001-0012',
    study: '22-001',
    group_type: 'person',
    identifier_use: 'usual',
    identifier_system: null,
  };
  expect(Object.keys(row)).toHaveLength(datasets.subjects.columns.length);
});
