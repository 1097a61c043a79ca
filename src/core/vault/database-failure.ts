import { AppError } from '../../shared/errors.ts';

/** Makes the one error of what SQLite threw. `damaged` words the case that the file itself is at fault. */
export function databaseFailure(error: unknown, damaged: (cause: unknown) => AppError): AppError {
  if (error instanceof AppError) return error.code === 'CORRUPT' ? damaged(error) : error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new AppError('BUSY', 'Another Carrel is writing to this data folder. Nothing was changed. Try again in a moment.', error);
  }
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) return damaged(error);
  if (code.startsWith('SQLITE_')) {
    return new AppError('STORE', 'The data folder could not be read or written (disk full, read-only, or out of reach). What was mirrored before is unchanged. Make room or give access, then try again.', error);
  }
  throw error;
}
