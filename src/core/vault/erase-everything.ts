import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { studiesFolder, vaultFiles } from './database.ts';
import { namesIn, syncFolder } from './files.ts';
import { keyFilePath } from './key-file.ts';

/** What else is Carrel's in a data folder: seals and what a killed writer left of them, tries, room that was kept, locks, preferences, log, the window's own state, and copies that were set aside. */
const others: readonly RegExp[] = [
  /^vault-[0-9a-f]{16}\.(seal|db-wal|db-shm|db-journal)$/,
  /^(keys|tries|preferences)\.json$/,
  /^(keys\.json|tries\.json|write-test|vault-[0-9a-f]{16}\.seal)\.\d+-[0-9a-f]{8}\.new$/,
  /^(reserve|write-test|writer\.lock)$/,
  /^(log|window)$/,
  /^set-aside-/,
];

/** Whether a folder is a data folder of Carrel: only such a one is ever erased. */
export function isDataFolder(dir: string): boolean {
  return existsSync(keyFilePath(dir)) || vaultFiles(dir).length > 0;
}

/**
 * Destroys everything in a data folder that is Carrel's, the trail included. The keys go first: whatever a kill leaves behind can no
 * longer be opened. Files of others are left alone. A window that runs keeps its own state until it ends.
 */
export function eraseEverything(dir: string, window: 'window runs' | 'no window' = 'no window'): void {
  rmSync(keyFilePath(dir), { force: true });
  syncFolder(dir);
  for (const name of vaultFiles(dir)) rmSync(join(dir, name), { force: true });
  rmSync(studiesFolder(dir), { recursive: true, force: true });
  const names = namesIn(dir).filter((candidate) => others.some((pattern) => pattern.test(candidate)));
  for (const name of names.filter((candidate) => window === 'no window' || candidate !== 'window'))
    rmSync(join(dir, name), { recursive: true, force: true });
  syncFolder(dir);
}
