import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { quoted, rowTable, sharedTable } from '../../store/database/layout.ts';
import { findColumn, hasSentDigits, sqlName, sqlSent, sqlTime } from '../columns.ts';
import type { StoredRow, StoredValue } from '../fetch-rows.ts';
import { cellsIdentity, inSnapshot } from '../snapshot.ts';
import type { StudyReader } from '../study-directory.ts';
import { narrowCodes, type Codes } from './codes.ts';
import { NumberFiller, rank, TextFiller } from './fillers.ts';
import {
  sizeOfCached,
  sizeOfSent,
  sizeOfValues,
  type CachedColumn,
  type CachedDataset,
  type CachedSent,
  type CachedValues,
} from './cached-dataset.ts';
import { createSlices, NoLongerWanted, type Slices } from './slices.ts';
import { readNumber } from '../../store/database/read-number.ts';

/** Rows read at once. */
const step = 1500;
/** Highest row number up to which a table is cached; beyond it, the table is too sparse or too large. */
const highestRow = 50_000_000;

/** A cell takes 4 bytes while it is read and 1 to 4 afterwards, and buffers are up to twice as long as their content. */
const readingFactor = 2;

/** A column that is being filled, and the index of its cells in the rows of the scan. */
interface Filling {
  readonly column: Column;
  readonly filler: TextFiller | NumberFiller;
  readonly place: number;
  /** For the digits of numbers as sent; null until there are any. */
  sent: TextFiller | null;
  readonly capacity: number;
}

/** A scan over one of the two tables of a dataset. */
interface Walk {
  /** SELECT list, beginning with the row number. */
  readonly cells: readonly string[];
  readonly table: string;
  readonly rowid: string;
  /** The highest row number. */
  readonly last: number;
  /** Takes rows and returns whether to continue. */
  readonly take: (rows: readonly StoredRow[]) => boolean;
}

/** Where columns are read from. */
export interface ColumnSource {
  /** The table of records. */
  readonly table: string;
  readonly columns: readonly Column[];
  /** Whether the table still has the same cells; called inside each snapshot that is read. */
  readonly isSame: () => boolean;
}

/** `mostBytes`: the largest columns are left out if all of them exceed it, or {@link readingFactor} times that while they are read. */
export interface LoadOptions {
  readonly mostBytes: number;
  readonly isWanted: () => boolean;
  readonly isOthersTurn?: () => boolean;
}

interface Walker {
  readonly study: StudyReader;
  readonly dataset: Dataset;
  readonly source: ColumnSource;
  readonly slices: Slices;
  /** Maximum bytes of all columns while they are read. */
  readonly mostToRead: number;
}

/** A dataset's own rows as read: the columns to be finished, and the combination of each row. */
interface ReadRows {
  readonly fillings: Filling[];
  readonly rowids: Uint32Array;
  readonly combinationOf: Uint32Array;
  /** Columns that were not read because they equal the key. */
  readonly copies: readonly Column[];
}

/** All columns of a dataset as shown, as long as it has this `cellsIdentity`. */
export function shownColumns(study: StudyReader, dataset: Dataset, identity: string, columns = dataset.columns): ColumnSource {
  return { table: rowTable(dataset.name), columns, isSame: () => cellsIdentity(study, dataset.name) === identity };
}

/**
 * Reads columns of a dataset into memory in slices, between which other work can run. Returns null if the source has changed, if the
 * columns are no longer wanted, or if they are still too large after leaving out columns.
 */
export async function loadDataset(
  study: StudyReader,
  dataset: Dataset,
  source: ColumnSource,
  { mostBytes, isWanted, isOthersTurn = () => false }: LoadOptions,
): Promise<CachedDataset | null> {
  try {
    const mostToRead = readingFactor * mostBytes;
    return await load({ study, dataset, source, slices: createSlices(isWanted, isOthersTurn), mostToRead }, mostBytes);
  } catch (error: unknown) {
    if (error instanceof NoLongerWanted) return null;
    throw error;
  }
}

async function load(walker: Walker, mostBytes: number): Promise<CachedDataset | null> {
  const { study, slices, dataset, source } = walker;
  const combinations = highestNumber(study, sharedTable(dataset.name), '_id');
  const last = highestNumber(study, source.table, 'rowid');
  if (last > highestRow || combinations > highestRow) return null;
  const shared = await readCombinations(walker, combinations);
  const read = shared === null ? null : await readRows(walker, last, copiesOfKey(walker));
  if (shared === null || read === null) return null;
  const cells = narrowCodes(read.combinationOf, combinations);
  const ofCombinations = await finish(shared, combinations + 1, slices);
  const own = await finish(read.fillings, read.rowids.length, slices);
  const key = own.find(({ column }) => column.name === dataset.key);
  return withinLimit(dataset, read.rowids, mostBytes, [
    ...ofCombinations.map((column) => ({ ...column, cells, cellCount: combinations + 1, valueOf: column.cells })),
    ...own,
    ...(key === undefined ? [] : read.copies.map((column) => ({ ...key, column }))),
  ]);
}

/** Returns the dataset without its largest columns if all of them are too large; null if that does not help. */
function withinLimit(dataset: Dataset, rowids: Uint32Array, mostBytes: number, columns: readonly CachedColumn[]): CachedDataset | null {
  const cached = cachedDataset(dataset, rowids, columns);
  if (cached.size() <= mostBytes) return cached;
  const [largest] = columns.toSorted((one, other) => sizeOfColumn(other) - sizeOfColumn(one));
  if (largest === undefined) return null;
  // Other columns may share the same values.
  const left = columns.filter(({ values }) => values !== largest.values);
  return withinLimit(dataset, rowids, mostBytes, left);
}

/** Bytes used by a column alone. */
function sizeOfColumn({ cells, valueOf, values, sent }: CachedColumn): number {
  return (valueOf ?? cells).byteLength + sizeOfValues(values) + sizeOfSent(sent);
}

async function readCombinations(walker: Walker, last: number): Promise<Filling[] | null> {
  const { dataset, source } = walker;
  const shared = source.columns.filter((column) => column.shared === true);
  if (shared.length === 0) return [];
  const fillings = fillingsOf(shared, 1, last + 1);
  const take = (rows: readonly StoredRow[]): boolean => {
    for (const row of rows) for (const filling of fillings) put(filling, Number(row[0]), row);
    leaveOutLarge(fillings, walker.mostToRead);
    return true;
  };
  const ended = await walk(walker, { cells: ['_id', ...selectList(shared)], table: sharedTable(dataset.name), rowid: '_id', last, take });
  return ended === 'whole' ? fillings : null;
}

/** Returns columns that equal the key in the first rows: an identifier that is sent twice is kept once. */
function copiesOfKey({ study: { db }, dataset, source: { table, columns } }: Walker): readonly Column[] {
  const key = findColumn(dataset, dataset.key);
  const texts = columns.filter((column) => column.shared !== true && column.kind === 'text' && column !== key);
  if (texts.length === 0 || !columns.includes(key)) return [];
  const alike = texts.map((column) => `min(${sqlName(column)} IS ${sqlName(key)})`).join(', ');
  const found = db
    .prepare<[], readonly (number | null)[]>(`SELECT ${alike} FROM (SELECT * FROM ${quoted(table)} LIMIT ${String(step)})`)
    .raw()
    .get();
  return texts.filter((_, index) => found?.[index] === 1);
}

/** `copies`: columns that seem to equal the key and are not read; if a row shows that they differ, everything is read again. */
async function readRows(walker: Walker, last: number, copies: readonly Column[]): Promise<ReadRows | null> {
  const { dataset, source } = walker;
  const own = source.columns.filter((column) => column.shared !== true && !copies.includes(column));
  const fillings = fillingsOf(own, 3, last);
  const rowids = new Uint32Array(last);
  const combinationOf = new Uint32Array(last);
  const key = sqlName(findColumn(dataset, dataset.key));
  const differs = copies.length === 0 ? '0' : `(${copies.map((column) => `${sqlName(column)} IS NOT ${key}`).join(' OR ')})`;
  let rows = 0;
  const take = (read: readonly StoredRow[]): boolean => {
    for (const row of read) {
      if (row[2] === 1) return false;
      rowids[rows] = Number(row[0]);
      combinationOf[rows] = Number(row[1]);
      for (const filling of fillings) put(filling, rows, row);
      rows++;
    }
    leaveOutLarge(fillings, walker.mostToRead);
    return true;
  };
  const cells = ['rowid', '_shared', differs, ...selectList(own)];
  const ended = await walk(walker, { cells, table: source.table, rowid: 'rowid', last, take });
  if (ended === 'stopped') return readRows(walker, last, []);
  return ended === 'whole' ? { fillings, rowids: rowids.subarray(0, rows), combinationOf: combinationOf.subarray(0, rows), copies } : null;
}

/** Minimum bytes needed to read a source: 4 per row for each own column, the row number and the combination. */
export function leastToRead(study: StudyReader, { table, columns }: ColumnSource): number {
  const own = columns.filter((column) => column.shared !== true);
  return highestNumber(study, table, 'rowid') * (own.length + 2) * Uint32Array.BYTES_PER_ELEMENT;
}

/** Returns the highest row number of a table; 0 if it is empty. */
export function highestNumber({ db }: StudyReader, table: string, rowid: string): number {
  return readNumber(db, `SELECT ifnull(max(${rowid}), 0) FROM ${quoted(table)}`);
}

function selectList(columns: readonly Column[]): readonly string[] {
  return columns.flatMap((column) => [sqlName(column), ...besides(column)]);
}

/** What is read in addition to a column's cell, and follows it. */
function besides(column: Column): readonly string[] {
  if (column.kind === 'datetime') return [sqlTime(column)];
  return hasSentDigits(column) ? [sqlSent(column)] : [];
}

function fillingsOf(columns: readonly Column[], first: number, capacity: number): Filling[] {
  let place = first;
  return columns.map((column) => {
    const filling: Filling = {
      column,
      filler: column.kind === 'number' ? new NumberFiller(capacity) : new TextFiller(capacity, column.kind === 'datetime'),
      place,
      sent: null,
      capacity,
    };
    place += 1 + besides(column).length;
    return filling;
  });
}

function put(filling: Filling, at: number, row: StoredRow): void {
  const { column, filler, place, capacity } = filling;
  const cell: StoredValue = row[place] ?? null;
  if (filler instanceof NumberFiller) {
    filler.put(at, cell as number | null);
    const digits = hasSentDigits(column) ? (row[place + 1] ?? null) : null;
    if (digits !== null) (filling.sent ??= new TextFiller(capacity, false)).put(at, String(digits));
  } else filler.putTime(at, cell as string | null, (row[place + 1] ?? null) as number | null);
}

/** Removes the largest columns from the list as long as all of them take too much memory. */
function leaveOutLarge(fillings: Filling[], most: number): void {
  const sizeOf = ({ filler, sent }: Filling): number => filler.size + (sent?.size ?? 0);
  const total = (): number => fillings.reduce((sum, filling) => sum + sizeOf(filling), 0);
  while (fillings.length > 0 && total() > most) {
    const largest = fillings.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
    fillings.splice(fillings.indexOf(largest), 1);
  }
}

/** Reads a table to its end. Returns 'changed' if the study has changed meanwhile, 'stopped' if `take` returned false. */
async function walk(
  { study, source, slices }: Walker,
  { cells, table, rowid, last, take }: Walk,
): Promise<'whole' | 'changed' | 'stopped'> {
  const read = study.db
    .prepare<[number, number], StoredRow>(
      `SELECT ${cells.join(', ')} FROM ${quoted(table)} WHERE ${rowid} BETWEEN ? AND ? ORDER BY ${rowid}`,
    )
    .raw();
  for (let from = 1; from <= last; from += step) {
    const rows = inSnapshot(study, () => (source.isSame() ? read.all(from, from + step - 1) : null));
    if (rows === null) return 'changed';
    if (!take(rows)) return 'stopped';
    if (slices.due()) await slices.rest();
  }
  return 'whole';
}

/** Finishes one column after another and releases the memory it was filled in. */
async function finish(fillings: Filling[], rows: number, slices: Slices): Promise<readonly CachedColumn[]> {
  const finished: CachedColumn[] = [];
  for (let filling = fillings.shift(); filling !== undefined; filling = fillings.shift()) {
    const { column, filler } = filling;
    const { cells, values } = await valuesOf(filler, rows, slices);
    if (!isComparable(column, values)) continue;
    finished.push({ column, cells, cellCount: values.count + 1, valueOf: null, values, sent: await sentOf(filling, rows, slices) });
  }
  return finished;
}

async function valuesOf(
  filler: TextFiller | NumberFiller,
  rows: number,
  slices: Slices,
): Promise<{ readonly cells: Codes; readonly values: CachedValues }> {
  if (filler instanceof NumberFiller) {
    const { cells, values } = await filler.finish(rows, slices);
    return { cells, values: { are: 'numbers', count: values.length - 1, numbers: values } };
  }
  const { cells, values } = await filler.finish(rows, slices);
  const { texts, times } = values;
  const timeRanks = times === null ? null : (await rank(times.subarray(1), slices)).numberOf;
  return { cells, values: { are: 'texts', count: texts.count, texts, times, timeRanks } };
}

async function sentOf({ sent }: Filling, rows: number, slices: Slices): Promise<CachedSent | null> {
  if (sent === null) return null;
  const { cells, values } = await sent.finish(rows, slices);
  return { cells, texts: values.texts };
}

/** SQLite searches a text only up to U+0000 and reads escapes in lists differently, so such columns are left to it. */
function isComparable({ kind }: Column, values: CachedValues): boolean {
  if (values.are === 'numbers') return true;
  return !values.texts.have('\0') && !(kind === 'list' && values.texts.have('\\'));
}

function cachedDataset(dataset: Dataset, rowids: Uint32Array, columns: readonly CachedColumn[]): CachedDataset {
  const byName = new Map(columns.map((column) => [column.column.name, column]));
  return {
    dataset,
    rows: rowids.length,
    rowids,
    size: () => sizeOfCached(rowids, columns),
    column: (name) => byName.get(name) ?? null,
  };
}
