import { lstatSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AuditEvent } from './audit/audit-event.ts';
import { studiesFolder } from './database.ts';
import { namesIn, storeFailure, syncFolder } from '../platform/files.ts';
import { isOfVault, isOwnName } from '../platform/own-files.ts';
import { assertOwn } from '../platform/own-folder.ts';
import { keyFilePath } from './keys/key-file.ts';
import { openVault } from './open-vault.ts';
import { holdsRemains, isSetAside, removeLog, removeWindowState } from './own-remains.ts';
import { acquireSyncLock, lockPath } from './studies/sync-lock.ts';
import type { Unlock } from './keys/vault-key.ts';

/**
 * Destroys everything of Carrel's in a data folder, including the trail. Keys are deleted first, also those of copies set aside, so that
 * what remains after an interruption can no longer be opened. Files of others are left alone, also if they have a name that Carrel uses. A
 * running window keeps its own state until it ends; a command line that is writing there is waited for. Links are deleted, never followed.
 * Returns false if the folder has nothing of a vault, and deletes nothing then. Throws SECURITY if the folder is a link or another
 * account's, BUSY; STORE if not everything could be deleted.
 */
export async function eraseEverything(dir: string, window: 'window runs' | 'no window' = 'no window'): Promise<boolean> {
  assertOwn(dir);
  if (!holdsRemains(dir)) return false;
  const release = await acquireSyncLock(dir);
  try {
    erase(dir, window);
  } catch (error: unknown) {
    throw storeFailure('Not everything could be deleted, though what is left can no longer be opened once the keys are gone', error);
  } finally {
    release();
  }
  // On some systems it can only be deleted once nobody holds it.
  rmSync(lockPath(dir), { force: true });
  return true;
}

/**
 * Kinds and largest numbers of entries in the trail of a vault that was created for a single action that failed. It is unlocked once more
 * for this check.
 */
const ofAttempt: Readonly<Partial<Record<AuditEvent['kind'], number>>> = {
  'vault-created': 1,
  'folder-mended': 1,
  unlocked: 2,
  'unpack-refused': 1,
};

/**
 * Removes a vault that was created for an action that then failed: keys first, then its file and seal. Returns false and keeps a vault that
 * was used otherwise meanwhile, or whose folder contains a study. Throws LOCKED if it can no longer be opened this way, BUSY, STORE; it is
 * kept then, unless the message says that a part could not be deleted.
 */
export async function takeBackVault(dir: string, unlock: Unlock): Promise<boolean> {
  const release = await acquireSyncLock(dir);
  try {
    if (!(await isUnused(dir, unlock))) return false;
    removeVault(dir);
  } finally {
    release();
  }
  rmSync(lockPath(dir), { force: true });
  return true;
}

async function isUnused(dir: string, unlock: Unlock): Promise<boolean> {
  const vault = await openVault(dir, unlock);
  try {
    const kinds = vault.audit.entries().map(({ event }) => event.kind);
    const isAttempt = kinds.every((kind) => kinds.filter((one) => one === kind).length <= (ofAttempt[kind] ?? 0));
    return isAttempt && vault.studies().length === 0 && vault.connection() === null && namesIn(studiesFolder(dir)).length === 0;
  } finally {
    vault.close();
  }
}

function removeVault(dir: string): void {
  try {
    rmSync(keyFilePath(dir), { force: true });
    syncFolder(dir);
    for (const name of namesIn(dir).filter((one) =>
      /^(vault-[0-9a-f]{16}\.(seal|db(-wal|-shm|-journal)?)|reserve|tries\.(json|lock))$/.test(one),
    ))
      rmSync(join(dir, name), { force: true });
    rmSync(studiesFolder(dir), { recursive: true, force: true });
    syncFolder(dir);
  } catch (error: unknown) {
    throw storeFailure('The new vault could not be removed', error);
  }
}

function erase(dir: string, window: 'window runs' | 'no window'): void {
  const mine = namesIn(dir).filter((name) => isOwnName(name) && name !== basename(lockPath(dir)));
  const ofVault = mine.filter((name) => isOfVault(name) && (!name.startsWith('set-aside-') || isSetAside(dir, name)));
  for (const folder of [dir, ...ofVault.map((name) => join(dir, name))]) {
    // A link to a folder is skipped, because the keys behind it are not ours.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    rmSync(keyFilePath(folder), { force: true });
    syncFolder(folder);
  }
  for (const name of mine.filter((one) => !isOfVault(one))) {
    if (name === 'log') removeLog(join(dir, name));
    else if (name !== 'window') rmSync(join(dir, name), { recursive: true, force: true });
    else if (window === 'no window') removeWindowState(join(dir, name));
  }
  // Deleted last, because files of a vault show that this is an interrupted wipe and not a folder of others.
  for (const name of ofVault) rmSync(join(dir, name), { recursive: true, force: true });
  syncFolder(dir);
}
