import { basename } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { createAtomicFile } from './atomic-file.ts';
import { errnoOf } from './errno.ts';
import { readOrdinary } from './files.ts';

/**
 * Writes a text as a whole file. `note` is called with its SHA-256 in hex before it gets its name. Throws EXPORT like `createAtomicFile`.
 */
export function writeTextFile(path: string, text: string, replace: boolean, note: (sha256: string) => void = () => undefined): void {
  const file = createAtomicFile(path, replace);
  try {
    file.write(Buffer.from(text));
    note(file.finish().sha256);
    file.commit();
  } finally {
    file.discard();
  }
}

/**
 * The text of a file that a person chose, of at most `longest` bytes. `of`: its expected content, in the plural. Throws USAGE with the
 * reason.
 */
export function readTextFile(path: string, longest: number, of: string): string {
  try {
    return readOrdinary(path, longest);
  } catch (cause: unknown) {
    if (['EFTYPE', 'EFBIG'].includes(errnoOf(cause)))
      throw new AppError('USAGE', `"${basename(path)}" is not a file, or is too large, for ${of}. Nothing was changed.`, cause);
    throw new AppError('USAGE', `The file of ${of} could not be read: ${path}`, cause);
  }
}
