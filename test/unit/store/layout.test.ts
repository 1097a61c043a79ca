import { expect, test } from 'vitest';
import { sqlColumns } from '../../../src/core/extract/sql-columns.ts';
import { layoutOf, quoted } from '../../../src/core/store/database/layout.ts';
import { sizeOf } from '../../../src/core/store/database/file-bytes.ts';
import { extractorsOf } from '../../../src/core/store/pages/extractors.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';

test.each(['labs_row', '_id', 'a', 'x9_'])('%s is the name of a column or table', (name) => {
  expect(quoted(name)).toBe(`"${name}"`);
});

test.each(['', '_', '9a', 'Labs', 'a"b', 'a b', '__id', 'a;'])('%j is not the name of a column or table', (name) => {
  expect(() => quoted(name)).toThrow(TypeError);
});

test('each cell of a record is stored in one place', () => {
  const { own, shared } = layoutOf(datasets.labs);
  expect([...own.places, ...shared.places].toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: own.columns.length + shared.columns.length }, (_, place) => place),
  );
  const columns = sqlColumns(datasets.labs);
  for (const { columns: its, places } of [own, shared])
    expect(places.map((place) => columns[place]?.column)).toEqual(its.map(({ column }) => column));
  expect(own.columns.some(({ column }) => column.shared === true)).toBe(false);
  expect(shared.columns.length).toBeGreaterThan(0);
  expect(shared.columns.every(({ column }) => column.shared === true)).toBe(true);
});

test('a dataset that is not declared has no extractor', () => {
  const extractor = extractorsOf([datasets.labs], defaultTerms);
  expect(extractor('labs').columns.length).toBeGreaterThan(0);
  expect(() => extractor('vitals')).toThrow('The dataset vitals is not declared.');
});

test('a file that is missing takes no space', () => {
  expect(sizeOf('/none/of/that/name')).toBe(0);
  expect(sizeOf(import.meta.filename)).toBeGreaterThan(0);
});
