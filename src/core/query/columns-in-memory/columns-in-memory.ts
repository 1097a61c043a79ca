import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { rowTable } from '../../store/database/layout.ts';
import { adoptColumns, findColumns } from '../cached-on-disk/stored-columns.ts';
import { shownIdentity } from '../../store/passes/staged-order.ts';
import { cellsIdentity, inSnapshot } from '../snapshot.ts';
import type { StudyReader } from '../study-directory.ts';
import { createEntries, questionsOf, type Entry } from './entries.ts';
import type { ColumnCacheQueries } from './column-cache-queries.ts';
import { usualLimits } from './limits.ts';
import { highestNumber } from './load-dataset.ts';
import { createReading, type ReadingOptions } from './reading.ts';

/** What is cached of a dataset, for reporting loads. */
export interface CacheReport {
  readonly study: string;
  readonly dataset: DatasetName;
  readonly rows: number;
  /** Bytes of memory. */
  readonly size: number;
  /** Milliseconds from the first slice to the last, including the turns of other work. */
  readonly took: number;
}

/**
 * Columns that the reader holds in memory for the datasets in use, so that a question about many rows needs no table scan. After they were
 * read from the rows they are also cached on disk, and from there each is read on first use, or before that if nobody waits.
 */
export interface ColumnsInMemory {
  /** Returns the dataset in memory as shown by the current snapshot; null if it is not (yet) cached. Call inside a snapshot. */
  of(study: StudyReader, dataset: DatasetName): ColumnCacheQueries | null;
  /**
   * Marks a dataset as in use: it will be cached if it is large enough to benefit, or read into memory if it is cached on disk. Failures go
   * only to the reporter.
   */
  use(study: StudyReader, dataset: DatasetName): void;
  /** Marks a dataset as soon in use: if it is large enough, it is read from its rows and cached only on disk. */
  prepare(study: StudyReader, dataset: DatasetName): void;
  /** Pauses reading until this work on the same thread has ended, because a user waits for it. */
  yieldTo(work: Promise<unknown>): void;
  /** Releases what belongs to closed studies. */
  tidy(): void;
  /** Resolves with what is cached once nothing is being read; throws the error that kept a dataset from being read. */
  settled(): Promise<readonly CacheReport[]>;
}

/** `fewestRows`: with fewer rows, only SQLite is asked. */
export interface ColumnsOptions extends ReadingOptions {
  readonly fewestRows: number;
}

const usual: ColumnsOptions = { ...usualLimits, pause: 0, idle: null, report: () => undefined };

/** After this many failures a dataset is not tried again until it changes. */
const mostTries = 2;

function isIncomplete({ questions, ahead }: Entry): boolean {
  return questions === null || ahead !== null;
}

/** Caches nothing; SQLite answers everything. */
export const noColumns: ColumnsInMemory = {
  of: () => null,
  use: () => undefined,
  prepare: () => undefined,
  yieldTo: () => undefined,
  tidy: () => undefined,
  settled: async () => [],
};

export function createColumnsInMemory(options: Partial<ColumnsOptions> = {}): ColumnsInMemory {
  const all = { ...usual, ...options };
  const { fewestRows, report } = all;
  const entries = createEntries(all.mostBytes);
  const reading = createReading(entries, all);

  /** Returns the entry of the dataset in its current state, with its columns from disk if they were cached there; null if it has too few rows. */
  const enter = (study: StudyReader, dataset: DatasetName): Entry | null => {
    const identity = cellsIdentity(study, dataset);
    const known = entries.of(study, dataset);
    if (known?.identity === identity) return known;
    if (known !== undefined) entries.remove(known);
    if (highestNumber(study, rowTable(dataset), 'rowid') < fewestRows) return null;
    const entry: Entry = {
      study,
      dataset,
      identity,
      questions: null,
      ahead: null,
      unread: null,
      took: 0,
      isInUse: false,
      tries: 0,
      failure: null,
    };
    const found = findColumns(study, datasets[dataset], identity, (error) => {
      // SQLite is asked until the columns were read from the rows.
      entry.questions = null;
      entry.unread = null;
      entry.tries = 0;
      report('find', dataset, error);
    });
    if (found === null) adopt(entry);
    else {
      entry.questions = questionsOf(entry, found);
      entry.unread = found;
    }
    entries.use(entry);
    return entry;
  };

  /** Answers with the columns that were read while the rows were staged, until the others are read. */
  const adopt = (entry: Entry): void => {
    const { study, dataset } = entry;
    const shown = study.cutOff === undefined && study.gradedBy === undefined ? shownIdentity(study.db, dataset) : null;
    if (shown === null) return;
    // Another process may have replaced them by complete ones, which the next question finds.
    entry.ahead = adoptColumns(study, datasets[dataset], shown, () => {
      entries.remove(entry);
    });
    if (entry.ahead !== null) entry.questions = questionsOf(entry, entry.ahead);
  };

  /** Runs in a snapshot; returns null on an error, which is reported. */
  const tryToEnter = (study: StudyReader, dataset: DatasetName): Entry | null => {
    entries.tidy();
    try {
      return inSnapshot(study, () => enter(study, dataset));
    } catch (error: unknown) {
      if (study.db.open) report('read', dataset, error);
      return null;
    }
  };

  return {
    of: (study, dataset) => tryToEnter(study, dataset)?.questions ?? null,
    yieldTo: (work) => {
      reading.yieldTo(work);
    },
    tidy: () => {
      entries.tidy();
    },
    prepare: (study, dataset) => {
      const entry = tryToEnter(study, dataset);
      if (entry?.tries === 0 && isIncomplete(entry)) reading.begin(entry);
    },
    use: (study, dataset) => {
      const entry = tryToEnter(study, dataset);
      if (entry === null) return;
      entry.isInUse = true;
      entries.use(entry);
      entries.makeRoom(entry, 0);
      const isUnread = isIncomplete(entry) || (all.idle !== null && entry.unread !== null);
      const isToBegin = entry.tries === 0 ? isUnread : entry.failure !== null && entry.tries < mostTries;
      if (isToBegin) reading.begin(entry);
    },
    settled: async () => {
      await reading.settled();
      entries.tidy();
      const failed = entries.all().find(({ failure }) => failure !== null);
      if (failed !== undefined) throw failed.failure;
      return entries
        .all()
        .flatMap(({ study, dataset, questions, took }) =>
          questions === null ? [] : [{ study: study.study, dataset, rows: questions.cached.rows, size: questions.size(), took }],
        );
    },
  };
}
