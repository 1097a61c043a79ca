import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { quoted, rowTable, sharedTable } from '../store/database/layout.ts';
import { sqlCell } from './columns.ts';
import { inOrder, rowFetcher, type StoredRow, type StoredValue } from './fetch-rows.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlBetween, sqlListed, sqlRowid } from './tables.ts';

/** Combinations of shared cells that are cached while rows are read; if there are more, each record's combination is looked up. */
const mostCached = 20_000;

/**
 * Reads the cells of these columns by row number like `rowFetcher`: row number first, then the cells in the order of the columns. Made for
 * very many rows: shared cells are read once, and consecutive rows by range. Create and use it inside one snapshot.
 */
export function cellFetcher(
  study: StudyReader,
  dataset: Dataset,
  columns: readonly Column[],
): (rowids: readonly number[]) => readonly StoredRow[] {
  const shared = columns.filter((column) => column.shared === true);
  const own = columns.filter((column) => column.shared !== true);
  const combinations = shared.length === 0 ? new Map<StoredValue, StoredRow>() : sharedCombinations(study, dataset, shared);
  if (combinations === null) return rowFetcher(study, dataset, columns.map(sqlCell));
  // Before a record's own cells: the row number, and the combination if needed.
  const before = shared.length === 0 ? 1 : 2;
  const cells = [sqlRowid(dataset), ...(shared.length === 0 ? [] : ['_shared']), ...own.map(sqlCell)].join(', ');
  const scattered = study.db
    .prepare<[string], StoredRow>(`SELECT ${cells} FROM ${sqlListed(dataset, quoted(rowTable(dataset.name)))}`)
    .raw();
  const adjacent = study.db
    .prepare<[number, number], StoredRow>(`SELECT ${cells} FROM ${sqlBetween(dataset)} ORDER BY ${sqlRowid(dataset)}`)
    .raw();
  const places = columns.map((column) => (column.shared === true ? -1 - shared.indexOf(column) : before + own.indexOf(column)));
  const whole = (row: StoredRow): StoredRow => {
    const combination = combinations.get(row[1] ?? null);
    const cellsOf: StoredValue[] = [row[0] ?? null];
    for (const place of places) cellsOf.push((place < 0 ? combination?.[-place] : row[place]) ?? null);
    return cellsOf;
  };
  return (rowids) => {
    const found = liesTogether(rowids)
      ? adjacent.all(rowids[0] ?? 0, rowids.at(-1) ?? -1)
      : inOrder(scattered.all(JSON.stringify(rowids)), rowids);
    return shared.length === 0 ? found : found.map(whole);
  };
}

/** Whether these row numbers are consecutive. */
export function liesTogether(rowids: readonly number[]): boolean {
  const first = rowids[0] ?? 0;
  return rowids.every((rowid, at) => rowid === first + at);
}

/** Returns the combinations by number, each as a row with its number before its cells; null if there are too many. */
export function sharedCombinations({ db }: StudyReader, dataset: Dataset, shared: readonly Column[]): Map<StoredValue, StoredRow> | null {
  const rows = db
    .prepare<[number], StoredRow>(`SELECT _id, ${shared.map(sqlCell).join(', ')} FROM ${quoted(sharedTable(dataset.name))} LIMIT ?`)
    .raw()
    .all(mostCached + 1);
  return rows.length > mostCached ? null : new Map(rows.map((row) => [row[0] ?? null, row]));
}
