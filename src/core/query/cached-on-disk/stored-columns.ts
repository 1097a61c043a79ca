import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { fingerprintOf } from '../../extract/fingerprint.ts';
import type { StudyTerms } from '../../../shared/terms/study-terms.ts';
import { aheadPath, columnsPath, removeCacheFiles } from '../../store/database/cache-files.ts';
import { storedTerms } from '../../store/database/stored-terms.ts';
import type { Codes } from '../columns-in-memory/codes.ts';
import type { Slices } from '../columns-in-memory/slices.ts';
import { sizeOfCached, type CachedColumn, type CachedDataset, type CachedValues } from '../columns-in-memory/cached-dataset.ts';
import { Texts } from '../columns-in-memory/texts.ts';
import { findColumn } from '../columns.ts';
import type { StudyReader } from '../study-directory.ts';
import { cacheArrays } from './cache-arrays.ts';
import { DamagedArrays, openArrays, type ArrayFile, type NumberArray } from './array-file.ts';

/** The number of an array in the file. */
type Place = number;

interface TextsOnDisk {
  readonly count: number;
  readonly bytes: Place;
  readonly starts: Place;
  readonly occurring: Place;
}

type ValuesOnDisk =
  | { readonly are: 'numbers'; readonly count: number; readonly numbers: Place }
  | (TextsOnDisk & {
      readonly are: 'texts';
      readonly times: Place | null;
      readonly timeRanks: Place | null;
    });

interface ColumnOnDisk {
  readonly name: string;
  readonly cells: Place;
  readonly cellCount: number;
  readonly valueOf: Place | null;
  readonly values: ValuesOnDisk;
  readonly sent: { readonly cells: Place; readonly texts: TextsOnDisk } | null;
}

/** What a file of columns says about itself. */
interface DatasetOnDisk {
  /** The columns belong to rows with this identity (`cellsIdentity`) and to a dataset with this declaration. */
  readonly identity: string;
  readonly declared: string;
  readonly rowids: Place;
  readonly columns: readonly ColumnOnDisk[];
}

/** Writes the columns next to the study's file. Throws the errors of `cacheArrays`. */
export async function cacheColumns(study: StudyReader, cached: CachedDataset, identity: string, isWanted: () => boolean): Promise<void> {
  const { dataset } = cached;
  const about = { path: columnsPath(study.file.path, dataset.name), identity, declared: declarationOf(dataset) };
  await writeColumns(study, cached, about, isWanted);
}

/** The same for columns of staged rows with this identity (`stagedIdentity`). Only `adoptColumns` finds them. */
export async function cacheAhead(study: StudyReader, cached: CachedDataset, identity: string, isWanted: () => boolean): Promise<void> {
  await writeColumns(study, cached, { ...aheadOf(study, cached.dataset), identity }, isWanted);
}

/** Staged rows depend on the terms, and their identity does not. */
function aheadOf({ db, file }: StudyReader, dataset: Dataset): { readonly path: string; readonly declared: string } {
  return { path: aheadPath(file.path, dataset.name), declared: `ahead ${declarationOf(dataset, storedTerms(db))}` };
}

interface WrittenAs extends Pick<DatasetOnDisk, 'identity' | 'declared'> {
  readonly path: string;
}

async function writeColumns(
  study: StudyReader,
  cached: CachedDataset,
  { path, identity, declared }: WrittenAs,
  isWanted: () => boolean,
): Promise<void> {
  const arrays: NumberArray[] = [];
  const places = new Map<object, Place>();
  const placeOf = (array: NumberArray): Place => {
    const known = places.get(array);
    if (known !== undefined) return known;
    places.set(array, arrays.length);
    return arrays.push(array) - 1;
  };
  const onDisk: DatasetOnDisk = {
    identity,
    declared,
    rowids: placeOf(cached.rowids),
    columns: cached.dataset.columns.flatMap(({ name }) => {
      const column = cached.column(name);
      return column === null ? [] : [columnOnDisk(column, placeOf)];
    }),
  };
  await cacheArrays(study, { path, about: onDisk, arrays, bytes: cached.size() }, isWanted);
}

function columnOnDisk(
  { column, cells, cellCount, valueOf, values, sent }: CachedColumn,
  placeOf: (array: NumberArray) => Place,
): ColumnOnDisk {
  const placeIn = (array: NumberArray | null): Place | null => (array === null ? null : placeOf(array));
  return {
    name: column.name,
    cells: placeOf(cells),
    cellCount,
    valueOf: placeIn(valueOf),
    values: valuesOnDisk(),
    sent: sent === null ? null : { cells: placeOf(sent.cells), texts: textsOnDisk(sent.texts) },
  };

  function textsOnDisk({ count, parts: { bytes, starts, occurring } }: Texts): TextsOnDisk {
    return { count, bytes: placeOf(bytes), starts: placeOf(starts), occurring: placeOf(occurring) };
  }

  function valuesOnDisk(): ValuesOnDisk {
    const { are, count } = values;
    if (are === 'numbers') return { are, count, numbers: placeOf(values.numbers) };
    return { are, ...textsOnDisk(values.texts), times: placeIn(values.times), timeRanks: placeIn(values.timeRanks) };
  }
}

/** Columns in a file, each read on first use. */
export interface ColumnsOnDisk extends CachedDataset {
  /**
   * Reads those that nobody has used yet, as long as there is room for the bytes of the next one; returns whether all are in memory. Throws
   * {@link NoLongerWanted}, and the errors of reading, which are not reported: the column is then read again on first use.
   */
  readRest(slices: Slices, hasRoom: (bytes: number) => boolean): Promise<boolean>;
}

/**
 * Returns the cached columns of a dataset with this identity, each read on first use; null if there are none. Read errors are passed to
 * `onDamage`, at once or when a column is requested, which is then not cached; damaged files are deleted.
 */
export function findColumns(
  { file }: StudyReader,
  dataset: Dataset,
  identity: string,
  onDamage: (error: unknown) => void,
): ColumnsOnDisk | null {
  const path = columnsPath(file.path, dataset.name);
  return findIn({ path, key: file.key, identity, declared: declarationOf(dataset) }, dataset, (error) => {
    if (error instanceof DamagedArrays) removeCacheFiles([path]);
    onDamage(error);
  });
}

/** Finds the columns that were read ahead of rows with this identity (`shownIdentity`), like `findColumns`. Call inside a snapshot. */
export function adoptColumns(
  study: StudyReader,
  dataset: Dataset,
  identity: string,
  onDamage: (error: unknown) => void,
): CachedDataset | null {
  const ahead = aheadOf(study, dataset);
  return findIn({ ...ahead, key: study.file.key, identity }, dataset, (error) => {
    removeCacheFiles([ahead.path]);
    onDamage(error);
  });
}

/** The columns in this file, each read on first use; null if there are none, or after an error, which is passed to `onError`. */
function findIn(
  { path, key, ...as }: WrittenAs & { readonly key: Buffer },
  dataset: Dataset,
  onError: (error: unknown) => void,
): ColumnsOnDisk | null {
  const fail = (error: unknown): null => {
    onError(error);
    return null;
  };
  try {
    const opened = openColumnsFile(openArrays(path, key), as);
    return opened === null ? null : readWhenAsked(dataset, opened, fail);
  } catch (error: unknown) {
    return fail(error);
  }
}

/** Columns cached by another process. */
export interface BorrowedColumns extends CachedDataset {
  /** Bytes of these columns; null if not all of them were onDisk. */
  sizeOf(columns: readonly Column[]): number | null;
  /** Releases this column, except what it shares with other combination columns; on the next request it is read again. */
  forget(column: Column): void;
}

/**
 * The same for callers that do not cache columns themselves. Nothing is reported or deleted: what cannot be read, for example while the file
 * is being replaced, is not used.
 */
export function borrowColumns({ file }: StudyReader, dataset: Dataset, identity: string): BorrowedColumns | null {
  try {
    const opened = openColumnsFile(openArrays(columnsPath(file.path, dataset.name), file.key), {
      identity,
      declared: declarationOf(dataset),
    });
    if (opened === null) return null;
    const { arrays, onDisk } = opened;
    const sizeOf = (columns: readonly Column[]): number | null => {
      const places = new Set<Place>();
      for (const { name } of columns) {
        const found = onDisk.columns.find((column) => column.name === name);
        if (found === undefined) return null;
        for (const place of arraysOf(found)) places.add(place);
      }
      return [...places].reduce((sum, place) => sum + arrays.size(place), 0);
    };
    return { ...readWhenAsked(dataset, opened, () => null), sizeOf };
  } catch {
    return null;
  }
}

function arraysOf({ cells, valueOf, values, sent }: ColumnOnDisk): readonly Place[] {
  const ofTexts = ({ bytes, starts, occurring }: TextsOnDisk): readonly Place[] => [bytes, starts, occurring];
  const ofValues = values.are === 'numbers' ? [values.numbers] : [...ofTexts(values), values.times, values.timeRanks];
  return [cells, valueOf, ...ofValues, ...(sent === null ? [] : [sent.cells, ...ofTexts(sent.texts)])].filter((place) => place !== null);
}

/** A file of columns, and its description. */
interface ColumnsFile {
  readonly arrays: ArrayFile;
  readonly onDisk: DatasetOnDisk;
}

/** Returns null if there is no file, or if it belongs to other rows. */
function openColumnsFile(
  arrays: ArrayFile | null,
  { identity, declared }: Pick<DatasetOnDisk, 'identity' | 'declared'>,
): ColumnsFile | null {
  const onDisk = arrays?.about as DatasetOnDisk | undefined;
  return arrays === null || onDisk?.identity !== identity || onDisk.declared !== declared ? null : { arrays, onDisk };
}

/** Version of the format of cached columns. */
const form = 2;

/** Identifies a dataset's declaration; cached columns are used only if it is equal. */
function declarationOf(dataset: Dataset, terms?: StudyTerms): string {
  return `${dataset.name} ${fingerprintOf(dataset, terms)} ${String(form)}`;
}

/** Each column is read on first use; errors are passed to `fail`. */
function readWhenAsked(
  dataset: Dataset,
  { arrays, onDisk }: ColumnsFile,
  fail: (error: unknown) => null,
): Omit<BorrowedColumns, 'sizeOf'> & ColumnsOnDisk {
  const rowids = arrays.read(onDisk.rowids) as Uint32Array;
  const byName = new Map(onDisk.columns.map((column) => [column.name, column]));
  /** Arrays of the column that is being read before it is used. */
  const early = new Map<Place, NumberArray>();
  const read = new Set<Place>();
  const reading = createReading({
    ...arrays,
    read: (place) => {
      read.add(place);
      return early.get(place) ?? arrays.read(place);
    },
  });
  const columns = new Map<string, CachedColumn | null>();
  const column = (name: string): CachedColumn | null => {
    const known = columns.get(name);
    if (known !== undefined) return known;
    const found = byName.get(name);
    let asked: CachedColumn | null = null;
    try {
      asked = found === undefined ? null : reading.read(findColumn(dataset, name), found);
    } catch (error: unknown) {
      fail(error);
    }
    columns.set(name, asked);
    return asked;
  };
  return {
    dataset,
    rows: rowids.length,
    rowids,
    size: () =>
      sizeOfCached(
        rowids,
        [...columns.values()].filter((column) => column !== null),
      ),
    column,
    readRest: async (slices, hasRoom) => {
      for (const found of onDisk.columns) {
        if (columns.has(found.name)) continue;
        const places = arraysOf(found).filter((place) => !read.has(place));
        if (!hasRoom(places.reduce((sum, place) => sum + arrays.size(place), 0))) return false;
        try {
          for (const place of places) early.set(place, await arrays.readMeanwhile(place, slices));
          column(found.name);
        } finally {
          early.clear();
        }
      }
      return true;
    },
    forget: ({ name }) => {
      const found = byName.get(name);
      if (found !== undefined) reading.forget(found);
      columns.delete(name);
    },
  };
}

/** Reads columns, and parts that several of them share only once. */
function createReading(arrays: ArrayFile): {
  readonly read: (column: CachedColumn['column'], onDisk: ColumnOnDisk) => CachedColumn;
  readonly forget: (onDisk: ColumnOnDisk) => void;
} {
  const codes = new Map<Place, Codes>();
  const valuesRead = new Map<Place, CachedValues>();
  const codesAt = (place: Place): Codes => {
    const read = codes.get(place) ?? (arrays.read(place) as Codes);
    codes.set(place, read);
    return read;
  };
  const valuesOf = (onDisk: ValuesOnDisk): CachedValues => {
    const place = placeOfValues(onDisk);
    const read = valuesRead.get(place) ?? readValues(arrays, onDisk);
    valuesRead.set(place, read);
    return read;
  };
  return {
    read: (column, { cells, cellCount, valueOf, values, sent }) => ({
      column,
      cells: codesAt(cells),
      cellCount,
      valueOf: valueOf === null ? null : codesAt(valueOf),
      values: valuesOf(values),
      sent: sent === null ? null : { cells: codesAt(sent.cells), texts: readTexts(arrays, sent.texts) },
    }),
    forget: ({ cells, valueOf, values, sent }) => {
      codes.delete(valueOf ?? cells);
      if (sent !== null) codes.delete(sent.cells);
      valuesRead.delete(placeOfValues(values));
    },
  };
}

function placeOfValues(values: ValuesOnDisk): Place {
  return values.are === 'numbers' ? values.numbers : values.bytes;
}

function readTexts(arrays: ArrayFile, { bytes, starts, count, occurring }: TextsOnDisk): Texts {
  return new Texts({
    bytes: arrays.read(bytes) as Uint8Array,
    starts: arrays.read(starts) as Uint32Array,
    count,
    occurring: arrays.read(occurring) as Uint8Array,
  });
}

function readValues(arrays: ArrayFile, onDisk: ValuesOnDisk): CachedValues {
  const { count } = onDisk;
  if (onDisk.are === 'numbers') return { are: 'numbers', count, numbers: arrays.read(onDisk.numbers) as Float64Array };
  return {
    are: 'texts',
    count,
    texts: readTexts(arrays, onDisk),
    times: onDisk.times === null ? null : (arrays.read(onDisk.times) as Float64Array),
    timeRanks: onDisk.timeRanks === null ? null : (arrays.read(onDisk.timeRanks) as Uint32Array),
  };
}
