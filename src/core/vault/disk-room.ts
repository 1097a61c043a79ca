import { rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskState } from '../../shared/calls/offline.ts';
import { reportOf } from '../../shared/errors.ts';
import { storeFailure, sweepUnfinished, writeDurably } from '../platform/files.ts';

/** Name of a file that is written and deleted again. */
const trial = 'write-test';

/** Free space on a data folder's disk, and whether a file can be written there. Only an actual write is reliable. */
export async function checkDisk(dir: string): Promise<DiskState> {
  return { free: await freeDiskBytes(dir), problem: tryToWrite(join(dir, trial)) };
}

/** Bytes that this account can still write to the disk of a folder; null if the system does not say. */
export async function freeDiskBytes(dir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function tryToWrite(path: string): DiskState['problem'] {
  try {
    sweepUnfinished(path);
    writeDurably(path, trial);
    rmSync(path);
    return null;
  } catch (error: unknown) {
    return reportOf(storeFailure('A file of the data folder could not be deleted', error));
  }
}
