import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** What a system says where an account may not write, or a disk may not be written at all. */
const denials: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Whether this account may not write to a folder that is there: by its permissions, or because its disk is mounted read-only. */
export function isReadOnlyFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return false;
  } catch (error: unknown) {
    return denials.has(error instanceof Error && 'code' in error ? error.code : undefined);
  }
}

/**
 * Throws STORE where nothing can be written to a data folder, before anything is asked of a service or begun in another folder. Of
 * one that is not there yet the nearest folder above it counts.
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

/** STORE for whatever would change a data folder that can only be read. */
export function readOnlyFolder(): AppError {
  return new AppError(
    'STORE',
    'The data folder is read-only for this account: mirrored data can be read, but nothing can be synced, exported or changed. Nothing was written. Give this account write access, or use a copy of the folder.',
  );
}

/** BUSY: the vault was read before another account's Carrel changed the folder, and says nothing of the files as they are now. */
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
