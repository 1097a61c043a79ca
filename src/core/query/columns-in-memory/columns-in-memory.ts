import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset, DatasetName } from '../../../shared/datasets/declaration.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { quoted, rowTable } from '../../store/layout.ts';
import { findColumn, sqlName } from '../columns.ts';
import { cellsIdentity, inSnapshot } from '../snapshot.ts';
import type { StudyReader } from '../study-directory.ts';
import { findColumns, keepColumns } from '../columns-on-disk/kept-columns.ts';
import type { HeldDataset } from './held-dataset.ts';
import { createEntries, type Entry } from './entries.ts';
import { heldQuestions, type HeldQuestions } from './held-questions.ts';
import { highestNumber, leastToRead, loadDataset } from './load-dataset.ts';
import { createAwaited } from './slices.ts';

/** What is held of a dataset, for the loads that are told. */
export interface HeldReport {
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
  /** The dataset in memory as the present snapshot shows it; null where it is not (yet) held. Belongs inside a snapshot. */
  of(study: StudyReader, dataset: DatasetName): HeldQuestions | null;
  /** Says that a dataset is in use: soon it is held, where it is large enough to gain by it. What keeps it from that is told to the reporter alone. */
  use(study: StudyReader, dataset: DatasetName): void;
  /** Says that a dataset may soon be in use: it is read from its rows, where it is large enough, and only kept on the disk. */
  prepare(study: StudyReader, dataset: DatasetName): void;
  /** Reading rests until this work of the same thread has ended, as somebody waits for it. */
  yieldTo(work: Promise<unknown>): void;
  /** Lets go of what belongs to studies that are closed. */
  tidy(): void;
  /** What is held, once nothing is being read any more; throws what kept a dataset from being read. */
  settled(): Promise<readonly HeldReport[]>;
}

/**
 * Told what failed: `read` a dataset's columns from its rows, so that SQLite is asked; `keep` them on the disk, or `find` what was kept there,
 * so that they are read from the rows.
 */
export type FailureReporter = (failed: 'read' | 'keep' | 'find', dataset: DatasetName, error: unknown) => void;

/**
 * `fewestRows`: fewer are asked of SQLite alone. `mostBytes`: of all that is held together. `pause`: milliseconds before a dataset
 * begins to be read, so that the first rows of it are on the screen before.
 */
export interface ColumnsOptions {
  readonly fewestRows: number;
  readonly mostBytes: number;
  readonly pause: number;
  readonly report: FailureReporter;
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
  const { fewestRows, mostBytes, pause, report } = { ...usual, ...options };
  const entries = createEntries(mostBytes);
  let reading: Promise<void> = Promise.resolve();
  const others = createAwaited();

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

  const read = async (entry: Entry): Promise<void> => {
    const { study, dataset, identity } = entry;
    const isWanted = (): boolean => entries.has(entry) && study.db.open;
    await sleep(pause);
    if (!isWanted()) return;
    entries.makeRoom(entry, leastToRead(study, datasets[dataset]));
    const since = performance.now();
    const held = await loadDataset(study, datasets[dataset], identity, mostBytes, isWanted, others.isAny);
    entry.took = performance.now() - since;
    if (held === null || !isWanted()) return;
    entry.questions = questionsOf(entry, held);
    entries.makeRoom(entry, 0);
    try {
      await keepColumns(study, held, identity, () => study.db.open);
      if (!entry.isInUse) entries.remove(entry);
    } catch (error: unknown) {
      report('keep', dataset, error);
    }
  };
  /** Reads it once those that were begun before are read. */
  const begin = (entry: Entry): void => {
    entry.tries++;
    entry.failure = null;
    reading = reading
      .then(() => read(entry))
      .catch((error: unknown) => {
        entry.failure = error;
        if (entry.study.db.open) report('read', entry.dataset, error);
      });
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
      others.add(work);
    },
    tidy: () => {
      entries.tidy();
    },
    prepare: (study, dataset) => {
      const entry = tryToEnter(study, dataset);
      if (entry?.tries === 0 && entry.questions === null) begin(entry);
    },
    use: (study, dataset) => {
      const entry = tryToEnter(study, dataset);
      if (entry === null) return;
      entry.isInUse = true;
      entries.use(entry);
      entries.makeRoom(entry, 0);
      const isToBegin = entry.tries === 0 ? entry.questions === null : entry.failure !== null && entry.tries < mostTries;
      if (isToBegin) begin(entry);
    },
    settled: async () => {
      await reading;
      entries.tidy();
      const failed = entries.all().find(({ failure }) => failure !== null);
      if (failed !== undefined) throw failed.failure;
      return entries
        .all()
        .flatMap(({ study, dataset, questions, took }) =>
          questions === null ? [] : [{ study: study.study, dataset, rows: questions.held.rows, size: questions.size(), took }],
        );
    },
  };
}

function questionsOf({ study }: Entry, held: HeldDataset): HeldQuestions {
  return heldQuestions(held, (keys) => rowidsOf(study, held.dataset, keys));
}

/** The row numbers of these keys, which an index finds; keys that are not there have none. */
function rowidsOf({ db }: StudyReader, dataset: Dataset, keys: readonly string[]): readonly number[] {
  return db
    .prepare<[string], number>(
      `SELECT rowid FROM ${quoted(rowTable(dataset.name))} WHERE ${sqlName(findColumn(dataset, dataset.key))} IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(keys));
}
