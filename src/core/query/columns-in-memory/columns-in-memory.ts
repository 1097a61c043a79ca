import { setImmediate } from 'node:timers/promises';
import type { Dataset, DatasetName } from '../../../shared/datasets/declaration.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { quoted, rowTable } from '../../store/layout.ts';
import { findColumn, sqlName } from '../columns.ts';
import { cellsIdentity, inSnapshot } from '../snapshot.ts';
import type { StudyReader } from '../study-directory.ts';
import { heldQuestions, type HeldQuestions } from './held-questions.ts';
import { highestNumber, leastToRead, loadDataset } from './load-dataset.ts';

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

/** Columns that the reader holds in memory for the datasets in use, so that a question about many rows needs no walk over the table. */
export interface ColumnsInMemory {
  /** The dataset in memory as the present snapshot shows it; null where it is not (yet) held. Belongs inside a snapshot. */
  of(study: StudyReader, dataset: DatasetName): HeldQuestions | null;
  /** Says that a dataset is in use: soon it is held, where it is large enough to gain by it. What keeps it from that is told to the reporter alone. */
  use(study: StudyReader, dataset: DatasetName): void;
  /** Lets go of what belongs to studies that are closed. */
  tidy(): void;
  /** What is held, once nothing is being read any more; throws what kept a dataset from being read. */
  settled(): Promise<readonly HeldReport[]>;
}

/** Told what kept a dataset from being held; SQLite is asked then. */
export type FailureReporter = (dataset: DatasetName, error: unknown) => void;

/** `fewestRows`: fewer are asked of SQLite alone. `mostBytes`: of all that is held together. */
export interface ColumnsOptions {
  readonly fewestRows: number;
  readonly mostBytes: number;
  readonly report: FailureReporter;
}

const usual: ColumnsOptions = { fewestRows: 30_000, mostBytes: 300 * 1024 * 1024, report: () => undefined };

interface Entry {
  readonly study: StudyReader;
  readonly dataset: DatasetName;
  readonly identity: string;
  /** Null while it is being read, and for good where it cannot be held. */
  questions: HeldQuestions | null;
  took: number;
  /** Times that it was begun to be read. */
  tries: number;
  /** What kept it from being read the last time. */
  failure: unknown;
}

/** What fails as often as this is not tried again before the dataset is another. */
const mostTries = 2;

/** Nothing in memory: SQLite is asked everything. */
export const noColumns: ColumnsInMemory = { of: () => null, use: () => undefined, tidy: () => undefined, settled: async () => [] };

export function createColumnsInMemory(options: Partial<ColumnsOptions> = {}): ColumnsInMemory {
  const { fewestRows, mostBytes, report } = { ...usual, ...options };
  /** The one used last comes last. */
  let entries: readonly Entry[] = [];
  let reading: Promise<void> = Promise.resolve();

  const sizeOf = ({ questions }: Entry): number => questions?.size() ?? 0;
  const without = (entry: Entry): void => {
    entries = entries.filter((other) => other !== entry);
  };
  const tidy = (): void => {
    entries = entries.filter((entry) => entry.study.db.open);
  };
  const entryOf = (study: StudyReader, dataset: DatasetName): Entry | undefined =>
    entries.find((entry) => entry.study === study && entry.dataset === dataset);

  /** Lets go of what was used longest ago, but not of this, until all together with these bytes more is little enough. */
  const makeRoom = (kept: Entry, bytes: number): void => {
    while (entries.reduce((sum, entry) => sum + sizeOf(entry), bytes) > mostBytes) {
      const oldest = entries.find((entry) => entry !== kept && entry.questions !== null);
      if (oldest === undefined) return;
      without(oldest);
    }
  };

  const read = async (entry: Entry): Promise<void> => {
    const isWanted = (): boolean => entries.includes(entry) && entry.study.db.open;
    await setImmediate();
    if (!isWanted()) return;
    makeRoom(entry, leastToRead(entry.study, datasets[entry.dataset]));
    const since = performance.now();
    const held = await loadDataset(entry.study, datasets[entry.dataset], entry.identity, mostBytes, isWanted);
    entry.took = performance.now() - since;
    if (held === null || !isWanted()) return;
    entry.questions = heldQuestions(held, (keys) => rowidsOf(entry.study, held.dataset, keys));
    makeRoom(entry, 0);
  };
  /** Reads it once those that were begun before are read. */
  const begin = (entry: Entry): void => {
    entry.tries++;
    entry.failure = null;
    reading = reading
      .then(() => read(entry))
      .catch((error: unknown) => {
        entry.failure = error;
        if (entry.study.db.open) report(entry.dataset, error);
      });
  };
  const use = (study: StudyReader, dataset: DatasetName): void => {
    const identity = cellsIdentity(study, dataset);
    const known = entryOf(study, dataset);
    if (known?.identity === identity) {
      entries = [...entries.filter((entry) => entry !== known), known];
      makeRoom(known, 0);
      if (known.failure !== null && known.tries < mostTries) begin(known);
      return;
    }
    if (known !== undefined) without(known);
    if (highestNumber(study, rowTable(dataset), 'rowid') < fewestRows) return;
    const entry: Entry = { study, dataset, identity, questions: null, took: 0, tries: 0, failure: null };
    entries = [...entries, entry];
    begin(entry);
  };

  return {
    of: (study, dataset) => {
      const entry = entryOf(study, dataset);
      if (entry === undefined || entry.questions === null) return null;
      return entry.identity === cellsIdentity(study, dataset) ? entry.questions : null;
    },
    tidy,
    use: (study, dataset) => {
      tidy();
      try {
        inSnapshot(study, () => {
          use(study, dataset);
        });
      } catch (error: unknown) {
        if (study.db.open) report(dataset, error);
      }
    },
    settled: async () => {
      await reading;
      tidy();
      const failed = entries.find(({ failure }) => failure !== null);
      if (failed !== undefined) throw failed.failure;
      return entries.flatMap(({ study, dataset, questions, took }) =>
        questions === null ? [] : [{ study: study.study, dataset, rows: questions.held.rows, size: questions.size(), took }],
      );
    },
  };
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
