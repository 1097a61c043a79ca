import Database from 'better-sqlite3-multiple-ciphers';
import { AppError } from '../../../shared/errors.ts';
import { errnoOf } from '../../platform/errno.ts';

/** `what` is the subject of the sentence: "The cache of study 22-001". */
export function storeError(error: unknown, what: string): AppError {
  if (error instanceof AppError) return error;
  const code = errnoOf(error);
  if (/^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(code)) return damaged(what, error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return new AppError('BUSY', `${what} is being written by another process. Nothing was changed. Try again when it is done.`, error);
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError(
      'STORE',
      `The disk is full: ${lowered(what)} could not be written. Mirrored data is unchanged. Free up space, then try again.`,
      error,
    );
  if (/^SQLITE_(READONLY|PERM|CANTOPEN)/.test(code) || ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new AppError(
      'STORE',
      `${what} could not be opened or written (${code}). Mirrored data is unchanged. Check that the data folder exists and is writable.`,
      error,
    );
  }
  return new AppError(
    'STORE',
    `${what} could not be read or written (${code === '' ? 'unknown reason' : code}). Mirrored data is unchanged. Check the disk, then try again.`,
    error,
  );
}

export function damaged(what: string, cause?: unknown): AppError {
  return new AppError(
    'CORRUPT',
    `${what} is damaged: its contents are not as Carrel wrote them. Nothing from it is shown, and nothing was deleted. Set it aside and mirror the study again.`,
    cause,
  );
}

/** Runs work on the database. Everything thrown is converted to an AppError. */
export function guarded<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error: unknown) {
    throw storeError(error, what);
  }
}

/** An error of SQLite as an AppError; any other error unchanged, because it is a bug and not a fault of the file. */
export function knownStoreError(error: unknown, what: string): unknown {
  return error instanceof Database.SqliteError ? storeError(error, what) : error;
}

function lowered(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}
