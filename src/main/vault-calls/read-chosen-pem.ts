import { errnoOf } from '../../core/platform/errno.ts';
import { readOrdinary } from '../../core/platform/files.ts';
import { AppError } from '../../shared/errors.ts';

/** Reads a file that a person chose, of at most `longest` bytes. `unchanged` is a sentence for the error. Throws USAGE. */
export function readChosenPem(path: string, longest: number, unchanged: string): string {
  try {
    return readOrdinary(path, longest);
  } catch (error: unknown) {
    const why = errnoOf(error) === 'EFBIG' ? 'is too large for certificates' : 'cannot be read';
    throw new AppError('USAGE', `This file ${why}. ${unchanged}`, error);
  }
}
