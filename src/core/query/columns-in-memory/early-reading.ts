import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnsOnDisk } from '../cached-on-disk/stored-columns.ts';
import type { Entries, Entry } from './entries.ts';
import { createSlices, NoLongerWanted, type Slices } from './slices.ts';

/** Shares of the room for everything cached: the rest is left for what is asked for, and for orders and selections. */
const earlyColumns = 2 / 3;
const earlyPreparation = 5 / 6;

interface Circumstances {
  /** Whether the dataset is still cached and its study there. */
  readonly isWanted: () => boolean;
  /** Whether a dataset that is in use waits to be read from its rows. */
  readonly isAnyAskedFor: () => boolean;
  readonly isOthersTurn: () => boolean;
}

/**
 * Reads columns on disk into memory before their first use, as far as there is room for them, and then gets ready for what is often asked
 * first. Gives way to datasets that are to be read from their rows; what it has read by then stays.
 */
export async function readEarly(
  entry: Entry,
  unread: ColumnsOnDisk,
  entries: Entries,
  { isWanted, isAnyAskedFor, isOthersTurn }: Circumstances,
): Promise<'ended' | 'gave way'> {
  const isStillUnread = (): boolean => entry.unread === unread && isWanted();
  const slices = createSlices(() => isStillUnread() && !isAnyAskedFor(), isOthersTurn);
  try {
    await readAndPrepare(entry, unread, entries, slices);
  } catch (error: unknown) {
    if (!(error instanceof NoLongerWanted)) throw error;
    if (isStillUnread() && isAnyAskedFor()) return 'gave way';
  }
  // A damaged file was replaced meanwhile, or is about to be.
  if (entry.unread === unread) entry.unread = null;
  return 'ended';
}

async function readAndPrepare(entry: Entry, unread: ColumnsOnDisk, entries: Entries, slices: Slices): Promise<void> {
  const hasRoom = (share: number) => (bytes: number) => entries.hasRoom(bytes, share);
  await slices.rest();
  if (!(await readRest(unread, slices, hasRoom(earlyColumns)))) return;
  for (const prepare of entry.questions?.preparations(hasRoom(earlyPreparation)) ?? []) {
    await slices.rest();
    prepare();
  }
}

/** Returns whether all columns are in memory. A file that cannot be read is reported when a column is asked for. */
async function readRest(unread: ColumnsOnDisk, slices: Slices, hasRoom: (bytes: number) => boolean): Promise<boolean> {
  try {
    return await unread.readRest(slices, hasRoom);
  } catch (error: unknown) {
    if (error instanceof NoLongerWanted) throw error;
    return false;
  }
}

/** Work that begins when nobody should wait for anything any more. */
export interface IdleWork {
  begin(work: () => void): void;
  /** Resolves when all work that waits now has begun. */
  settled(): Promise<void>;
}

export function createIdleWork(milliseconds: number): IdleWork {
  const waiting = new Set<Promise<void>>();
  return {
    begin: (work) => {
      const wait = sleep(milliseconds)
        .then(work)
        .finally(() => waiting.delete(wait));
      waiting.add(wait);
    },
    settled: async () => {
      await Promise.all(waiting);
    },
  };
}
