import { errnoOf } from '../core/platform/errno.ts';
import { readFileOrPipe } from '../core/platform/files.ts';
import { AppError } from '../shared/errors.ts';

/** The text of a PEM file named by an option, at most `longest` bytes. Throws USAGE. */
export function readPemFile(file: string, option: string, longest: number): string {
  try {
    return readFileOrPipe(file, longest);
  } catch (error: unknown) {
    const why = errnoOf(error) === 'EFBIG' ? 'is too large' : 'cannot be read';
    throw new AppError('USAGE', `The --${option} file ${why}. Nothing was sent.`, error);
  }
}
