import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import { quoted, rowTable } from '../../store/layout.ts';
import { findColumn, sqlName } from '../columns.ts';
import type { StudyReader } from '../study-directory.ts';
import type { CachedDataset } from './cached-dataset.ts';
import { columnCacheQueries, type ColumnCacheQueries } from './column-cache-queries.ts';

/** What is known of a dataset whose columns may be cached. */
export interface Entry {
  readonly study: StudyReader;
  readonly dataset: DatasetName;
  /** `cellsIdentity` */
  readonly identity: string;
  /** Null until it was read, and for good where it cannot be cached. */
  questions: ColumnCacheQueries | null;
  /** Milliseconds of reading it from its rows; 0 where it was found on the disk. */
  took: number;
  /** Whether somebody asked about it, so that what was read is to stay in memory. */
  isInUse: boolean;
  /** Times that it was begun to be read from its rows. */
  tries: number;
  /** What kept it from being read the last time. */
  failure: unknown;
}

/** The entries of all studies; the one used last comes last. */
export interface Entries {
  all(): readonly Entry[];
  of(study: StudyReader, dataset: DatasetName): Entry | undefined;
  has(entry: Entry): boolean;
  /** Puts an entry last, whether or not it was there. */
  use(entry: Entry): void;
  remove(entry: Entry): void;
  /** Lets go of what belongs to studies that are closed. */
  tidy(): void;
  /**
   * Lets go of what was used longest ago, but not of this one, until all together with these bytes more is little enough. For one that
   * nobody asked about nothing has to go: false where there is no room then.
   */
  makeRoom(kept: Entry, bytes: number): boolean;
}

/** `mostBytes`: of all that is cached together. */
export function createEntries(mostBytes: number): Entries {
  let entries: readonly Entry[] = [];
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
      while (entries.reduce((sum, { questions }) => sum + (questions?.size() ?? 0), bytes) > mostBytes) {
        if (!kept.isInUse) return false;
        const oldest = entries.find((entry) => entry !== kept && entry.questions !== null);
        if (oldest === undefined) break;
        remove(oldest);
      }
      return true;
    },
  };
}

/** The questions that are answered by what is cached of an entry's dataset. */
export function questionsOf({ study }: Entry, cached: CachedDataset): ColumnCacheQueries {
  return columnCacheQueries(cached, (keys) => rowidsOf(study, cached.dataset, keys));
}

/** The row numbers of these keys, which an index finds; keys that are not there have none. */
export function rowidsOf({ db }: StudyReader, dataset: Dataset, keys: readonly string[]): readonly number[] {
  return db
    .prepare<[string], number>(
      `SELECT rowid FROM ${quoted(rowTable(dataset.name))} WHERE ${sqlName(findColumn(dataset, dataset.key))} IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(keys));
}
