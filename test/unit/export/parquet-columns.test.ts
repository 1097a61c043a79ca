import { expect, test } from 'vitest';
import { parquetColumns } from '../../../src/core/export/parquet/parquet-columns.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const dates = datasets.labs.columns.filter(({ kind }) => kind === 'datetime').slice(0, 1);
const dayOf = parquetColumns(dates, 'plain').find(({ holds }) => holds === 'date')?.read ?? String;

test.each([
  ['2025-09-03', true],
  ['2025-09-03T10:00:00', true],
  ['2025-09-03T10:00', true],
  ['2025-09-03T10:00:00Z', false],
  ['2025-09-03 10:00:00+02:00', false],
  ['2025-09-03T10:00:00-0500', false],
])('%s has a local day: %s', (sent, has) => {
  expect(dayOf(sent)).toBe(has ? Date.UTC(2025, 8, 3) / 86_400_000 : null);
});

test('a date followed by very much else is read as fast as it is long', () => {
  expect(dayOf(`2025-09-03${' '.repeat(400_000)}`)).toBe(Date.UTC(2025, 8, 3) / 86_400_000);
});
