import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';

/** The text of a file that a person chose, of at most so many bytes. `unchanged`: what stays valid. Errors: USAGE. */
export async function readChosenPem(path: string, longest: number, unchanged: string): Promise<string> {
  try {
    if ((await stat(path)).size <= longest) return await readFile(path, 'utf8');
  } catch (error: unknown) {
    throw new AppError('USAGE', `This file cannot be read. ${unchanged}`, error);
  }
  throw new AppError('USAGE', `This file is too large for certificates. ${unchanged}`);
}
