import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { studiesFolder, vaultFiles } from './database.ts';
import { storeFailure, syncFolder } from '../platform/files.ts';
import { assertOwnFolder } from '../platform/own-folder.ts';
import { keyFilePath } from './keys/key-file.ts';
import { acquireSyncLock } from './studies/sync-lock.ts';
import { triesPath } from './keys/tries.ts';
import { vaultSealPath } from './vault-seal.ts';

/** Files are moved into this folder first; if it exists, setting aside was interrupted. */
const UNFINISHED = 'set-aside-unfinished';

/**
 * Moves a vault that cannot be opened, with its studies, into a subfolder and returns its name. Nothing is deleted: everything opens again
 * once it is moved back and its key is found. The data folder is then free for a new vault. Throws USAGE, SECURITY, BUSY, STORE.
 */
export async function setVaultAside(dir: string, now: Date = new Date()): Promise<string> {
  assertOwnFolder(dir);
  const release = await acquireSyncLock(dir);
  try {
    settleEarlier(dir, now);
    if (partsOf(dir).length === 0 && !isSetAsideUnfinished(dir))
      throw new AppError('USAGE', 'There is nothing to set aside in the data folder.');
    return moveAll(dir, now);
  } finally {
    release();
  }
}

export function isSetAsideUnfinished(dir: string): boolean {
  return existsSync(join(dir, UNFINISHED));
}

/** Completes an interrupted setting aside. Call before a vault is opened or created. Throws SECURITY, BUSY, STORE. */
export async function finishSetAside(dir: string, now: Date = new Date()): Promise<void> {
  if (!isSetAsideUnfinished(dir)) return;
  assertOwnFolder(dir);
  const release = await acquireSyncLock(dir);
  try {
    settleEarlier(dir, now);
    if (isSetAsideUnfinished(dir)) moveAll(dir, now);
  } finally {
    release();
  }
}

/** If new files were created since, the interrupted move is taken as complete, so that it is not overwritten with newer files. */
function settleEarlier(dir: string, now: Date): void {
  const unfinished = join(dir, UNFINISHED);
  if (partsOf(dir).some((part) => existsSync(join(unfinished, part)))) guarded(() => settle(dir, now));
}

/** The key file is moved first: an interrupted move leaves data without a key, over which no key is ever created. */
function moveAll(dir: string, now: Date): string {
  const unfinished = join(dir, UNFINISHED);
  return guarded(() => {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    for (const part of partsOf(dir)) renameSync(join(dir, part), join(unfinished, part));
    syncFolder(unfinished);
    return settle(dir, now);
  });
}

/** Gives the moved files their final name. */
function settle(dir: string, now: Date): string {
  const name = freeName(dir, `set-aside-${now.toISOString().replace(/[:.]/g, '-')}`);
  renameSync(join(dir, UNFINISHED), join(dir, name));
  syncFolder(dir);
  return name;
}

function freeName(dir: string, name: string): string {
  let [free, number] = [name, 1];
  while (existsSync(join(dir, free))) free = `${name}-${String((number += 1))}`;
  return free;
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error: unknown) {
    throw storeFailure('This copy could not be set aside', error);
  }
}

function partsOf(dir: string): readonly string[] {
  const databases = vaultFiles(dir).flatMap((name) => [...['', '-wal', '-shm'].map((suffix) => name + suffix), vaultSealPath(name)]);
  const within = (path: string): string => relative(dir, path);
  const names = [within(keyFilePath(dir)), within(triesPath(dir)), ...databases, within(studiesFolder(dir))];
  return names.filter((name) => existsSync(join(dir, name)));
}
