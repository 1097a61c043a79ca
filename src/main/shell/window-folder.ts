import { readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertWritableFolder, storeFailure } from '../../core/platform/files.ts';
import { makeProcessFolder, removeFolder } from '../../core/platform/process-folder.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * The folder for Chromium's own state: in the data folder or, if that is read-only, a separate folder that is removed when Carrel exits.
 * Throws STORE if it cannot be written to.
 */
export function makeWindowFolder(dataDir: string, isReadOnly: boolean): string {
  if (!isReadOnly) {
    const folder = join(dataDir, 'window');
    assertWritableFolder(folder);
    return folder;
  }
  const folder = makeTemporaryFolder();
  process.once('exit', () => {
    removeFolder(folder);
  });
  return folder;
}

function makeTemporaryFolder(): string {
  try {
    return makeProcessFolder('window');
  } catch (error: unknown) {
    throw storeFailure(`No temporary folder could be created in ${tmpdir()}`, error);
  }
}

/**
 * Throws STORE if no other Carrel runs with this folder, although Electron refused the lock: it also does that if it cannot create the lock
 * there, or its socket among the temporary files. Windows does not show who has the lock.
 */
export function assertOtherRuns(windowFolder: string): void {
  if (process.platform === 'win32' || isLockedByAnother(windowFolder)) return;
  throw new AppError(
    'STORE',
    `Carrel cannot make sure that it runs only once: this account may not write to ${windowFolder} or ${tmpdir()}, or a disk is full. Mirrored data is unchanged. Free up space or grant access, then start Carrel again.`,
  );
}

/** Chromium's lock is a link to the name of the computer and the number of the process. */
function isLockedByAnother(windowFolder: string): boolean {
  try {
    return !readlinkSync(join(windowFolder, 'SingletonLock')).endsWith(`-${String(process.pid)}`);
  } catch {
    return false;
  }
}
