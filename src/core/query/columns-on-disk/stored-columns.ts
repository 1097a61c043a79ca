import { dirname } from 'node:path';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { AppError } from '../../../shared/errors.ts';
import { fingerprintOf } from '../../extract/fingerprint.ts';
import { columnsPath, removeColumns } from '../../store/columns-files.ts';
import type { Codes } from '../columns-in-memory/codes.ts';
import { sizeOfCached, type CachedColumn, type CachedDataset, type CachedValues } from '../columns-in-memory/cached-dataset.ts';
import { Texts } from '../columns-in-memory/texts.ts';
import { findColumn } from '../columns.ts';
import { freeDiskBytes } from '../../vault/disk-room.ts';
import { sweepUnfinished } from '../../platform/files.ts';
import type { StudyReader } from '../study-directory.ts';
import { DamagedArrays, openArrays, writeArrays, type ArrayFile, type NumberArray } from './array-file.ts';

/** The number of an array in the file. */
type Place = number;

type KeptValues =
  | { readonly are: 'numbers'; readonly count: number; readonly numbers: Place }
  | {
      readonly are: 'texts';
      readonly count: number;
      readonly bytes: Place;
      readonly starts: Place;
      readonly occurring: Place;
      readonly times: Place | null;
      readonly timeRanks: Place | null;
    };

interface KeptColumn {
  readonly name: string;
  readonly cells: Place;
  readonly cellCount: number;
  readonly valueOf: Place | null;
  readonly values: KeptValues;
}

/** Bytes of the disk that are left to what cannot be worked out again: a sync needs them more. */
const roomToLeave = 512 * 1024 * 1024;

/** What a file of columns says of itself. */
interface KeptDataset {
  /** The columns are of the rows that have this identity (`cellsIdentity`), and of a dataset that was declared so. */
  readonly identity: string;
  readonly declared: string;
  readonly rowids: Place;
  readonly columns: readonly KeptColumn[];
}

/**
 * Keeps the columns beside the study's file, encrypted under a key that is made of the study's, until others take their place; not where
 * `isWanted` says in the end that the study is closed. Throws STORE where the disk is nearly full, and what the system says; what was kept
 * before is then as it was.
 */
export async function keepColumns({ file }: StudyReader, cached: CachedDataset, identity: string, isWanted: () => boolean): Promise<void> {
  const arrays: NumberArray[] = [];
  const places = new Map<object, Place>();
  const placeOf = (array: NumberArray): Place => {
    const known = places.get(array);
    if (known !== undefined) return known;
    places.set(array, arrays.length);
    return arrays.push(array) - 1;
  };
  const kept: KeptDataset = {
    identity,
    declared: declarationOf(cached.dataset),
    rowids: placeOf(cached.rowids),
    columns: cached.dataset.columns.flatMap(({ name }) => {
      const column = cached.column(name);
      return column === null ? [] : [keptColumn(column, placeOf)];
    }),
  };
  const path = columnsPath(file.path, cached.dataset.name);
  const key = Buffer.from(file.key);
  try {
    sweepUnfinished(path);
    await assertRoom(path, cached.size());
    await writeArrays(path, key, kept, arrays, isWanted);
  } finally {
    key.fill(0);
  }
}

/** Throws STORE where the disk would be nearly full. */
async function assertRoom(path: string, bytes: number): Promise<void> {
  const free = await freeDiskBytes(dirname(path));
  if (free !== null && free < roomToLeave + bytes) throw new AppError('STORE', 'The disk has too little room for the columns.');
}

function keptColumn({ column, cells, cellCount, valueOf, values }: CachedColumn, placeOf: (array: NumberArray) => Place): KeptColumn {
  const placeIn = (array: NumberArray | null): Place | null => (array === null ? null : placeOf(array));
  return { name: column.name, cells: placeOf(cells), cellCount, valueOf: placeIn(valueOf), values: keptValues() };

  function keptValues(): KeptValues {
    const { are, count } = values;
    if (are === 'numbers') return { are, count, numbers: placeOf(values.numbers) };
    const { bytes, starts, occurring } = values.texts.parts;
    return {
      are,
      count,
      bytes: placeOf(bytes),
      starts: placeOf(starts),
      occurring: placeOf(occurring),
      times: placeIn(values.times),
      timeRanks: placeIn(values.timeRanks),
    };
  }
}

/**
 * The columns that were kept of a dataset of this identity, each read when it is first asked for; null where none are. What cannot be read
 * is told, at once or when a column is asked for, which is not cached then; what is damaged is deleted.
 */
export function findColumns(
  { file }: StudyReader,
  dataset: Dataset,
  identity: string,
  onDamage: (error: unknown) => void,
): CachedDataset | null {
  const path = columnsPath(file.path, dataset.name);
  const fail = (error: unknown): null => {
    if (error instanceof DamagedArrays) removeColumns(file.path, [dataset.name]);
    onDamage(error);
    return null;
  };
  try {
    const arrays = openArrays(path, file.key);
    const kept = arrays?.about as KeptDataset | undefined;
    if (arrays === null || kept?.identity !== identity || kept.declared !== declarationOf(dataset)) return null;
    return readWhenAsked(dataset, arrays, kept, fail);
  } catch (error: unknown) {
    return fail(error);
  }
}

/** What a dataset must have alike for what was kept of its columns to be theirs. */
function declarationOf(dataset: Dataset): string {
  return `${dataset.name} ${fingerprintOf(dataset)}`;
}

function readWhenAsked(dataset: Dataset, arrays: ArrayFile, kept: KeptDataset, fail: (error: unknown) => null): CachedDataset {
  const rowids = arrays.read(kept.rowids) as Uint32Array;
  const keptOf = new Map(kept.columns.map((column) => [column.name, column]));
  const read = createReading(arrays);
  const columns = new Map<string, CachedColumn | null>();
  return {
    dataset,
    rows: rowids.length,
    rowids,
    size: () =>
      sizeOfCached(
        rowids,
        [...columns.values()].filter((column) => column !== null),
      ),
    column: (name) => {
      const known = columns.get(name);
      if (known !== undefined) return known;
      const found = keptOf.get(name);
      let column: CachedColumn | null = null;
      try {
        column = found === undefined ? null : read(findColumn(dataset, name), found);
      } catch (error: unknown) {
        fail(error);
      }
      columns.set(name, column);
      return column;
    },
  };
}

/** Reads columns, and what several of them have in common once. */
function createReading(arrays: ArrayFile): (column: CachedColumn['column'], kept: KeptColumn) => CachedColumn {
  const codes = new Map<Place, Codes>();
  const valuesRead = new Map<Place, CachedValues>();
  const codesAt = (place: Place): Codes => {
    const read = codes.get(place) ?? (arrays.read(place) as Codes);
    codes.set(place, read);
    return read;
  };
  const valuesOf = (kept: KeptValues): CachedValues => {
    const place = kept.are === 'numbers' ? kept.numbers : kept.bytes;
    const read = valuesRead.get(place) ?? readValues(arrays, kept);
    valuesRead.set(place, read);
    return read;
  };
  return (column, { cells, cellCount, valueOf, values }) => ({
    column,
    cells: codesAt(cells),
    cellCount,
    valueOf: valueOf === null ? null : codesAt(valueOf),
    values: valuesOf(values),
  });
}

function readValues(arrays: ArrayFile, kept: KeptValues): CachedValues {
  const { count } = kept;
  if (kept.are === 'numbers') return { are: 'numbers', count, numbers: arrays.read(kept.numbers) as Float64Array };
  const texts = new Texts({
    bytes: arrays.read(kept.bytes) as Uint8Array,
    starts: arrays.read(kept.starts) as Uint32Array,
    count,
    occurring: arrays.read(kept.occurring) as Uint8Array,
  });
  return {
    are: 'texts',
    count,
    texts,
    times: kept.times === null ? null : (arrays.read(kept.times) as Float64Array),
    timeRanks: kept.timeRanks === null ? null : (arrays.read(kept.timeRanks) as Uint32Array),
  };
}
