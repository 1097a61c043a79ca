import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { isByBaseline } from '../../../shared/datasets/declaration.ts';
import { aheadPath, removeCacheFiles } from '../../store/database/cache-files.ts';
import { cacheColumns, type ColumnsOnDisk } from '../cached-on-disk/stored-columns.ts';
import { isReadOnlyFolder } from '../../platform/read-only-folder.ts';
import { questionsOf, type Entries, type Entry } from './entries.ts';
import { leastToRead, loadDataset, shownColumns } from './load-dataset.ts';
import { withRest } from './cached-dataset.ts';
import { createIdleWork, readEarly } from './early-reading.ts';
import { createAwaited } from './slices.ts';

/**
 * Receives failures: to `read` a dataset's columns from its rows, so that SQLite is asked; to `keep` them on disk, or to `find` what was
 * cached there, so that they are read from the rows.
 */
export type FailureReporter = (failed: 'read' | 'keep' | 'find', dataset: DatasetName, error: unknown) => void;

/**
 * `mostBytes`: limit for everything cached together. `pause`: milliseconds before reading a dataset starts, so that its first rows are on
 * the screen by then. `idle`: milliseconds before the columns that are on disk are read into memory, by when nobody should wait for
 * anything; null if each is read only on first use.
 */
export interface ReadingOptions {
  readonly mostBytes: number;
  readonly pause: number;
  readonly idle: number | null;
  readonly report: FailureReporter;
}

/**
 * Reads datasets from their rows, and columns on disk before their first use, one dataset after another. Those that were asked for come
 * first, and others give way to them.
 */
export interface Reading {
  begin(entry: Entry): void;
  /** Pauses reading until this work on the same thread has ended. */
  yieldTo(work: Promise<unknown>): void;
  /** Resolves when nothing is left to be read. */
  settled(): Promise<void>;
}

export function createReading(entries: Entries, { mostBytes, pause, idle, report }: ReadingOptions): Reading {
  const others = createAwaited();
  const waiting: Entry[] = [];
  const idleWork = createIdleWork(idle ?? 0);
  let reading: Promise<void> = Promise.resolve();

  const isAskedFor = ({ isInUse, unread }: Entry): boolean => isInUse && unread === null;
  const givesWay = (entry: Entry): boolean => !entry.isInUse && waiting.some(isAskedFor);

  const read = async (entry: Entry): Promise<void> => {
    const { study, dataset, identity } = entry;
    const isWanted = (): boolean => entries.has(entry) && isThere(entry) && !givesWay(entry);
    await sleep(pause);
    if (!isWanted()) return;
    const { ahead } = entry;
    const source = shownColumns(
      study,
      datasets[dataset],
      identity,
      ahead === null ? undefined : datasets[dataset].columns.filter(isByBaseline),
    );
    if (!entries.makeRoom(entry, leastToRead(study, source))) {
      entries.remove(entry);
      return;
    }
    const since = performance.now();
    const loaded = await loadDataset(study, datasets[dataset], source, { mostBytes, isWanted, isOthersTurn: others.isAny });
    const cached = ahead === null || loaded === null ? loaded : withRest(ahead, loaded);
    entry.took = performance.now() - since;
    if (cached === null || !entries.has(entry) || !isThere(entry)) return;
    const hold = (): void => {
      if (!entry.isInUse) return;
      entry.questions = questionsOf(entry, cached);
      entries.makeRoom(entry, 0);
    };
    hold();
    try {
      if (!isReadOnlyFolder(dirname(study.file.path))) {
        // A column that was read ahead may turn out to be damaged; the entry is then removed.
        const isWhole = (): boolean => isThere(entry) && (ahead === null || entries.has(entry));
        await cacheColumns(study, cached, identity, isWhole);
        if (isWhole()) dropAhead(entry);
      }
    } catch (error: unknown) {
      report('keep', dataset, error);
    }
    // It may have been asked for meanwhile.
    if (entry.questions?.cached !== cached) hold();
    if (!entry.isInUse) letGo(entry);
  };
  const readUnread = async (entry: Entry, unread: ColumnsOnDisk): Promise<void> => {
    const isWanted = (): boolean => entries.has(entry) && isThere(entry);
    const circumstances = { isWanted, isAnyAskedFor: () => waiting.some(isAskedFor), isOthersTurn: others.isAny };
    if ((await readEarly(entry, unread, entries, circumstances)) === 'gave way') begin(entry);
  };
  /** For a study that nobody is viewing, the decrypted pages, as many as its rows took, are not worth their memory. */
  const letGo = (entry: Entry): void => {
    entries.remove(entry);
    const isLookedAt = entries.all().some((other) => other.study === entry.study && other.isInUse);
    if (!isLookedAt && entry.study.db.open) entry.study.db.pragma('shrink_memory');
  };

  const readNext = async (): Promise<void> => {
    const [entry] = waiting.splice(Math.max(0, waiting.findIndex(isAskedFor)), 1);
    if (entry === undefined) return;
    try {
      await (entry.unread === null ? read(entry) : readUnread(entry, entry.unread));
    } catch (error: unknown) {
      entry.failure = error;
      // The next attempt reads all columns.
      if (entry.ahead !== null) entry.questions = null;
      dropAhead(entry);
      if (entry.study.db.open) report('read', entry.dataset, error);
    }
    if (entries.has(entry) && givesWay(entry)) begin(entry);
  };
  const begin = (entry: Entry): void => {
    if (!waiting.includes(entry)) waiting.push(entry);
    reading = reading.then(readNext);
  };
  return {
    begin: (entry) => {
      entry.tries++;
      entry.failure = null;
      if (entry.unread === null) begin(entry);
      else
        idleWork.begin(() => {
          if (entries.has(entry) && entry.unread !== null) begin(entry);
        });
    },
    yieldTo: others.add,
    settled: async () => {
      for (let last: Promise<void> | null = null; last !== reading;) {
        await idleWork.settled();
        last = reading;
        await last;
      }
    },
  };
}

/** A study wiped by another process is still open here. */
function isThere({ study }: Entry): boolean {
  return study.db.open && existsSync(study.file.path);
}

function dropAhead(entry: Entry): void {
  if (entry.ahead !== null) removeCacheFiles([aheadPath(entry.study.file.path, entry.dataset)]);
  entry.ahead = null;
}
