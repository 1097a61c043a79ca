import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import { quoted, rowTable } from '../../store/database/layout.ts';
import { findColumn, sqlName } from '../columns.ts';
import type { StudyReader } from '../study-directory.ts';
import type { ColumnsOnDisk } from '../cached-on-disk/stored-columns.ts';
import type { CachedDataset } from './cached-dataset.ts';
import { columnCacheQueries, type ColumnCacheQueries } from './column-cache-queries.ts';

/** What is known about a dataset whose columns may be cached. */
export interface Entry {
  readonly study: StudyReader;
  readonly dataset: DatasetName;
  /** `cellsIdentity` */
  readonly identity: string;
  /** Null until it was read; stays null if it cannot be cached. */
  questions: ColumnCacheQueries | null;
  /** Columns that were read before the rows were shown, which lack those `byBaseline`; null if all columns have to be read. */
  ahead: CachedDataset | null;
  /** Columns on disk that may not be in memory yet; null if there are none. */
  unread: ColumnsOnDisk | null;
  /** Milliseconds spent reading it from its rows; 0 if it was found on disk. */
  took: number;
  /** Whether it was asked for, so that its columns should stay in memory. */
  isInUse: boolean;
  /** How many times reading it was started. */
  tries: number;
  /** The error of the last failed attempt to read it. */
  failure: unknown;
}

/** The entries of all studies, the most recently used last. */
export interface Entries {
  all(): readonly Entry[];
  of(study: StudyReader, dataset: DatasetName): Entry | undefined;
  has(entry: Entry): boolean;
  /** Moves an entry to the end, or adds it there. */
  use(entry: Entry): void;
  remove(entry: Entry): void;
  /** Releases what belongs to closed studies. */
  tidy(): void;
  /**
   * Releases the least recently used entries, except this one, until all entries plus `bytes` fit. For an entry that was not asked for,
   * nothing is released; returns false if there is no room for it.
   */
  makeRoom(kept: Entry, bytes: number): boolean;
  /** Whether all entries plus `bytes` fit into this share of the room. */
  hasRoom(bytes: number, share?: number): boolean;
}

/** `mostBytes`: limit for everything cached together. */
export function createEntries(mostBytes: number): Entries {
  let entries: readonly Entry[] = [];
  const hasRoom = (bytes: number, share = 1): boolean =>
    entries.reduce((sum, { questions }) => sum + (questions?.size() ?? 0), bytes) <= mostBytes * share;
  const remove = (entry: Entry): void => {
    entries = entries.filter((other) => other !== entry);
  };
  return {
    all: () => entries,
    of: (study, dataset) => entries.find((entry) => entry.study.db === study.db && entry.dataset === dataset),
    has: (entry) => entries.includes(entry),
    use: (entry) => {
      entries = [...entries.filter((other) => other !== entry), entry];
    },
    remove,
    tidy: () => {
      entries = entries.filter((entry) => entry.study.db.open);
    },
    makeRoom: (kept, bytes) => {
      while (!hasRoom(bytes)) {
        if (!kept.isInUse) return false;
        const oldest = entries.find((entry) => entry !== kept && entry.questions !== null);
        if (oldest === undefined) break;
        remove(oldest);
      }
      return true;
    },
    hasRoom,
  };
}

/** Creates the queries on the cached columns of an entry's dataset. */
export function questionsOf({ study }: Entry, cached: CachedDataset): ColumnCacheQueries {
  return columnCacheQueries(cached, (keys) => rowidsOf(study, cached.dataset, keys));
}

/** Returns the row numbers of these keys by an index lookup; unknown keys have none. */
export function rowidsOf({ db }: StudyReader, dataset: Dataset, keys: readonly string[]): readonly number[] {
  return db
    .prepare<[string], number>(
      `SELECT rowid FROM ${quoted(rowTable(dataset.name))} WHERE ${sqlName(findColumn(dataset, dataset.key))} IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(keys));
}
