import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { studiesFolder, vaultFiles } from './database.ts';
import { storeFailure, syncFolder } from '../platform/files.ts';
import { assertOwnFolder } from '../platform/own-folder.ts';
import { keyFilePath } from './key-file.ts';
import { acquireSyncLock } from './sync-lock.ts';
import { triesPath } from './tries.ts';
import { vaultSealPath } from './vault-seal.ts';

/** What is being moved goes here first: a folder of this name is a setting aside that was interrupted. */
const UNFINISHED = 'set-aside-unfinished';

/**
 * Moves a vault that cannot be opened, with its studies, into a folder beside it: nothing is deleted, and all of it opens again once it is
 * moved back and its key is found. The data folder is empty then, for a new vault. The folder's name. Throws USAGE, SECURITY, BUSY, STORE.
 */
export async function setVaultAside(dir: string, now: Date = new Date()): Promise<string> {
  assertOwnFolder(dir);
  const release = await acquireSyncLock(dir);
  try {
    settleEarlier(dir, now);
    if (partsOf(dir).length === 0 && !existsSync(join(dir, UNFINISHED)))
      throw new AppError('USAGE', 'There is nothing to set aside in the data folder.');
    return moveAll(dir, now);
  } finally {
    release();
  }
}

/** Ends a setting aside that was interrupted; to be called before a vault is opened or made. Throws SECURITY, BUSY, STORE. */
export async function finishSetAside(dir: string, now: Date = new Date()): Promise<void> {
  if (!existsSync(join(dir, UNFINISHED))) return;
  assertOwnFolder(dir);
  const release = await acquireSyncLock(dir);
  try {
    settleEarlier(dir, now);
    if (existsSync(join(dir, UNFINISHED))) moveAll(dir, now);
  } finally {
    release();
  }
}

/** Where something was made anew since, what was being moved before is all there was: nothing that is newer goes over it. */
function settleEarlier(dir: string, now: Date): void {
  const unfinished = join(dir, UNFINISHED);
  if (partsOf(dir).some((part) => existsSync(join(unfinished, part)))) guarded(() => settle(dir, now));
}

/** The key file goes first: what is left of an interrupted move is data without a key, over which none is ever made. */
function moveAll(dir: string, now: Date): string {
  const unfinished = join(dir, UNFINISHED);
  return guarded(() => {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    for (const part of partsOf(dir)) renameSync(join(dir, part), join(unfinished, part));
    syncFolder(unfinished);
    return settle(dir, now);
  });
}

/** What was moved gets its lasting name. */
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
  const names = [keyFilePath(dir), triesPath(dir), studiesFolder(dir)].map((path) => path.slice(dir.length + 1));
  return [...names.slice(0, 2), ...databases, ...names.slice(2)].filter((name) => existsSync(join(dir, name)));
}
