import { AppError } from '../../shared/errors.ts';
import type { GridRow, Output } from '../../shared/contract.ts';
import { datasets, type Dataset, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { CellValue, Column } from '../../shared/datasets/declaration.ts';
import type { Query, Selection, Sort } from '../../shared/query.ts';
import { compileOrder, compileSelection, orderColumns } from './compile.ts';
import { findColumn, sqlCell, sqlName } from './columns.ts';
import { rowFetcher, type StoredRow, type StoredValue } from './fetch-rows.ts';
import { noColumns, type ColumnsInMemory } from './columns-in-memory/columns-in-memory.ts';
import { isBeginning, isLookUp, shallowRows } from './page-kinds.ts';
import type { LruCache } from './lru-cache.ts';
import { everyRecord, everyRow } from '../store/database/layout.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlRecords, sqlRowid } from './tables.ts';

/** The row numbers of a selection in order, cached between the pages of one scroll. */
export type OrderCache = LruCache<Float64Array>;

/** Returns a page of rows with the generation that it shows. Throws USAGE like compileSelection. */
export function queryRows(study: StudyReader, query: Query, orders: OrderCache, columns: ColumnsInMemory = noColumns): Output<'rows.page'> {
  return inSnapshot(study, () => {
    const dataset = datasets[query.selection.dataset];
    const generation = currentGeneration(study);
    // Up to a data cut-off, SQLite walks over all records after it, of which there may be many before the first.
    const isIndexed = isLookUp(query.selection) || (isBeginning(query) && study.cutOff === undefined);
    const cached = isIndexed ? null : (columns.of(study, dataset.name)?.page(query) ?? null);
    const rowids = cached ?? pageOfRowids(study, dataset, query, generation, orders);
    return { generation, rows: readGridRows(study, dataset, rowids) };
  });
}

/** Returns the rows of the named records, also of those after the data cut-off. */
export function namedRows(study: StudyReader, name: DatasetName, keys: readonly string[]): GridRow[] {
  return inSnapshot(study, () => {
    const dataset = datasets[name];
    const rowids = study.db
      .prepare<[string], number>(
        `SELECT rowid FROM ${everyRow(name)} WHERE ${sqlName(findColumn(dataset, dataset.key))} IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .all(JSON.stringify(keys));
    return readGridRows(study, dataset, rowids, everyRecord(name));
  });
}

function pageOfRowids(
  study: StudyReader,
  dataset: Dataset,
  { selection, sort, offset, limit }: Query,
  generation: number,
  orders: OrderCache,
): readonly number[] {
  const question = JSON.stringify([generation, selection, sort]);
  const known = orders.get(question);
  if (known === undefined && offset + limit <= shallowRows) return selectRowids(study, dataset, selection, sort, limit, offset);
  const order = known ?? Float64Array.from(selectRowids(study, dataset, selection, sort));
  if (known === undefined) orders.set(question, order);
  return [...order.subarray(offset, offset + limit)];
}

/** Returns the row numbers of a selection in order; all of them without a limit. Call inside a snapshot. */
export function selectRowids(
  { db }: StudyReader,
  dataset: Dataset,
  selection: Selection,
  sort: readonly Sort[],
  limit = -1,
  offset = 0,
): number[] {
  const where = compileSelection(dataset, selection);
  const records = sqlRecords(dataset, orderColumns(dataset, sort));
  return db
    .prepare<unknown[], number>(
      `SELECT ${sqlRowid(dataset)} FROM ${records} WHERE ${where.text} ORDER BY ${compileOrder(dataset, sort)} LIMIT ? OFFSET ?`,
    )
    .pluck()
    .all(...where.values, limit, offset);
}

/** Returns whole rows for the window; `records`: as in `rowFetcher`. Call inside a snapshot. */
export function readGridRows(study: StudyReader, dataset: Dataset, rowids: readonly number[], records?: string): GridRow[] {
  const key = sqlName(findColumn(dataset, dataset.key));
  const fetch = rowFetcher(study, dataset, [key, '_added', '_changed', ...dataset.columns.map(sqlCell)], records);
  return fetch(rowids).map((row) => gridRow(dataset, row));
}

function gridRow(dataset: Dataset, [, key, added, changed, ...cells]: StoredRow): GridRow {
  return {
    key: String(key),
    added: Number(added),
    changed: Number(changed),
    cells: dataset.columns.map((column, index) => cellOf(column, cells[index] ?? null)),
  };
}

function cellOf(column: Column, value: StoredValue): Mutable<CellValue> {
  return column.kind === 'list' && typeof value === 'string' ? parseList(value) : value;
}

type Mutable<T> = T extends readonly (infer I)[] ? I[] : T;

function parseList(stored: string): string[] {
  const list: unknown = JSON.parse(stored);
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  throw new AppError('CORRUPT', 'A list in this study\'s file cannot be read. Run "verify" to see what is damaged.');
}
