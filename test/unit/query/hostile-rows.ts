import { datasets, type Dataset } from '../../../src/shared/datasets/datasets.ts';
import type { CellValue, Column } from '../../../src/shared/datasets/declaration.ts';
import { parsePartialDate } from '../../../src/shared/partial-date.ts';
import { layoutOf, rowTable, sharedTable } from '../../../src/core/store/database/layout.ts';
import type { FixtureRow, StudyFixture } from './study-fixture.ts';

/** Texts that compare, fold or sort differently in different implementations. */
export const hostileTexts = [
  ...['', ' ', '0012', '012', '12', '10E2', 'a', 'A', 'ab', 'Ab', 'aB c', 'b', '[]', '%', '_', 'x%_\\y', "it's", 'tab\tx', 'two words'],
  // Upper and lower case beyond A to Z, with lengths that change: Kelvin, dotted I, sharp s, ligature, sigmas.
  ...['é', 'É', 'e\u0301', 'ß', 'SS', '\u212a', 'k', '\u0130', 'i', 'ı', 'ﬀ', 'FF', 'ΟΣ', 'ος', 'οσ', 'σ'],
  // UTF-16 sorts surrogate pairs before U+E000, UTF-8 after it.
  ...['\ue000', '\uffee', '\u{10000}', '\u{1f600}', 'x\u{1f600}', '\ufeffx', '\ufffd', 'z'.repeat(300)],
];

export const hostileNumbers = [
  ...[0, -0, 1, -1, 1.5, 5.1, 0.1 + 0.2, 0.3, 50, 100, 1e21, 9007199254740992, -3.25],
  ...[5e-324, 1e-320, 2.2250738585072014e-308, 1.7976931348623157e308, -1.7976931348623157e308, 123456789.12345679],
];

/** Dates in every precision; several name the same moment, or the same wall clock in different zones. */
const hostileDates = [
  ...['', 'soon', '2025', '2025-09', '2025-09-03', '2025-09-03T00:00', '2025-09-03T00:00:00', '2025-09-03T00:00:00.000', '2025-13-01'],
  ...['2025-09-03T02:00:00+02:00', '2025-09-02T19:00:00-05:00', '2025-09-03T00:00:00Z', '2025-09-03T00+00:00', '2025-09-03T10:00-18:00'],
  ...['2025-09-03T10:00:00.123456789Z', '2025-09-03T10:00:00.123+05:30', '2025-09-04', '0001-01-01', '9999-12-31T23:59:59', '2024-02-29'],
];

export const hostileLists = [[], [''], ['T1'], ['T2', 'T1'], ['t1', 't1'], ['É', '\u212a'], ['\u{1f600}', 'a'], ['two words']];

/** Numbers from 0 to below `most`, the same ones for the same seed. */
function drawer(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Rows of hostile cells, a fifth of them missing. The columns named in `copies` repeat the key. */
export function hostileRows(dataset: Dataset, count: number, seed: number, copies: readonly string[] = []): FixtureRow[] {
  const draw = drawer(seed);
  const pick = <T>(all: readonly T[]): T => all[draw(all.length)] as T;
  const cellOf = (column: Column): CellValue => {
    if (draw(5) === 0) return null;
    // Shared columns take few values, or each row would be a combination of its own.
    const few = <T>(all: readonly T[]): readonly T[] => (column.shared === true ? all.slice(0, 5) : all);
    switch (column.kind) {
      case 'text':
      case 'flag':
        return pick(few(hostileTexts));
      case 'number':
        return pick(few(hostileNumbers));
      case 'datetime':
        return pick(hostileDates);
      case 'list':
        return pick(hostileLists);
    }
  };
  return Array.from({ length: count }, (_, index) => {
    const key = `${pick(hostileTexts)}-${String(index)}`;
    const cells = Object.fromEntries(dataset.columns.map((column) => [column.name, cellOf(column)]));
    return { ...cells, ...Object.fromEntries(copies.map((name) => [name, key])), [dataset.key]: key };
  });
}

/** Sets the times of dates as the product does; the fixture reads whole days only. */
function setTimes(fixture: StudyFixture, dataset: Dataset): void {
  const { own, shared } = layoutOf(dataset);
  for (const [table, { columns }] of [
    [rowTable(dataset.name), own],
    [sharedTable(dataset.name), shared],
  ] as const)
    for (const { column } of columns.filter(({ holds }) => holds === 'at')) {
      const cases = hostileDates.map((text) => `WHEN '${text}' THEN ${String(parsePartialDate(text)?.from ?? 'NULL')}`);
      fixture.change(`UPDATE ${table} SET ${column.name}_at = CASE ${column.name} ${cases.join(' ')} END`);
    }
}

/** Fills a fixture with hostile rows of every dataset, with gaps between their row numbers. */
export function addHostileRows(fixture: StudyFixture, count: number, seed: number): void {
  for (const dataset of Object.values(datasets)) {
    fixture.add(dataset.name, hostileRows(dataset, count, seed, dataset.name === 'labs' ? ['identifier'] : []));
    fixture.change(`DELETE FROM ${rowTable(dataset.name)} WHERE rowid % 7 = 3`);
    setTimes(fixture, dataset);
  }
}
