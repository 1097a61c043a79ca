import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { errnoOf } from './errno.ts';

/** Error codes for missing write permission or a read-only disk. */
const denials: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Whether this account cannot write to an existing folder, by its permissions or because its disk is mounted read-only. */
export function isReadOnlyFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return false;
  } catch (error: unknown) {
    return denials.has(errnoOf(error));
  }
}

/**
 * Throws STORE if a data folder is not writable, before the service is contacted or anything is started in another folder. If the folder
 * does not exist yet, its nearest existing parent is checked.
 */
export function assertWritable(dir: string): void {
  if (existsSync(dir)) {
    if (isReadOnlyFolder(dir)) throw readOnlyFolder();
    return;
  }
  const above = dirname(dir);
  if (above !== dir && isReadOnlyFolder(nearestFolder(above)))
    throw new AppError(
      'STORE',
      `The data folder ${dir} cannot be created: this account may not write to ${nearestFolder(above)}. Nothing was written. Choose another location with --data-dir or CARREL_DATA_DIR.`,
    );
}

/** STORE for changes to a read-only data folder. */
export function readOnlyFolder(): AppError {
  return new AppError(
    'STORE',
    'The data folder is read-only for this account: mirrored data can be read, but nothing can be synced, exported or changed. Nothing was written. Give this account write access, or use a copy of the folder.',
  );
}

/** BUSY: another account's Carrel changed the folder after the vault was read, so the vault does not describe the present files. */
export function changedElsewhere(): AppError {
  return new AppError(
    'BUSY',
    'The data folder, which is read-only for this account, was changed by another Carrel since it was opened here. Nothing is damaged. Open it again: lock and unlock the window, or run the command again.',
  );
}

function nearestFolder(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearestFolder(above);
}
