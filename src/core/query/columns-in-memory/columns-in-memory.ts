import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { rowTable } from '../../store/layout.ts';
import { findColumns } from '../kept-on-disk/stored-columns.ts';
import { cellsIdentity, inSnapshot } from '../snapshot.ts';
import type { StudyReader } from '../study-directory.ts';
import { createEntries, questionsOf, type Entry } from './entries.ts';
import type { ColumnCacheQueries } from './column-cache-queries.ts';
import { highestNumber } from './load-dataset.ts';
import { createReading, type ReadingOptions } from './reading.ts';

/** What is cached of a dataset, for the loads that are told. */
export interface CacheReport {
  readonly study: string;
  readonly dataset: DatasetName;
  readonly rows: number;
  /** Bytes of memory. */
  readonly size: number;
  /** Milliseconds from the first slice to the last, others' turns included. */
  readonly took: number;
}

/**
 * Columns that the reader holds in memory for the datasets in use, so that a question about many rows needs no walk over the table. Once
 * they were read from the rows they are kept on the disk as well, and from there each is read when it is first asked for.
 */
export interface ColumnsInMemory {
  /** The dataset in memory as the present snapshot shows it; null where it is not (yet) cached. Belongs inside a snapshot. */
  of(study: StudyReader, dataset: DatasetName): ColumnCacheQueries | null;
  /** Says that a dataset is in use: soon it is cached, where it is large enough to gain by it. What keeps it from that is told to the reporter alone. */
  use(study: StudyReader, dataset: DatasetName): void;
  /** Says that a dataset may soon be in use: it is read from its rows, where it is large enough, and only kept on the disk. */
  prepare(study: StudyReader, dataset: DatasetName): void;
  /** Reading rests until this work of the same thread has ended, as somebody waits for it. */
  yieldTo(work: Promise<unknown>): void;
  /** Lets go of what belongs to studies that are closed. */
  tidy(): void;
  /** What is cached, once nothing is being read any more; throws what kept a dataset from being read. */
  settled(): Promise<readonly CacheReport[]>;
}

/** `fewestRows`: fewer are asked of SQLite alone. */
export interface ColumnsOptions extends ReadingOptions {
  readonly fewestRows: number;
}

const usual: ColumnsOptions = { fewestRows: 30_000, mostBytes: 300 * 1024 * 1024, pause: 0, report: () => undefined };

/** What fails as often as this is not tried again before the dataset is another. */
const mostTries = 2;

/** Nothing in memory: SQLite is asked everything. */
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

  /** What is known of the dataset as it is now: from the disk, where its columns were kept; null where it has too few rows. */
  const enter = (study: StudyReader, dataset: DatasetName): Entry | null => {
    const identity = cellsIdentity(study, dataset);
    const known = entries.of(study, dataset);
    if (known?.identity === identity) return known;
    if (known !== undefined) entries.remove(known);
    if (highestNumber(study, rowTable(dataset), 'rowid') < fewestRows) return null;
    const entry: Entry = { study, dataset, identity, questions: null, took: 0, isInUse: false, tries: 0, failure: null };
    const found = findColumns(study, datasets[dataset], identity, (error) => {
      // SQLite is asked until they were read from the rows.
      entry.questions = null;
      report('find', dataset, error);
    });
    if (found !== null) entry.questions = questionsOf(entry, found);
    entries.use(entry);
    return entry;
  };

  /** In a snapshot; null where nothing can be learnt, which is told. */
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
      if (entry?.tries === 0 && entry.questions === null) reading.begin(entry);
    },
    use: (study, dataset) => {
      const entry = tryToEnter(study, dataset);
      if (entry === null) return;
      entry.isInUse = true;
      entries.use(entry);
      entries.makeRoom(entry, 0);
      const isToBegin = entry.tries === 0 ? entry.questions === null : entry.failure !== null && entry.tries < mostTries;
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
