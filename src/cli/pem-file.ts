import { readFileSync, statSync } from 'node:fs';
import { AppError } from '../shared/errors.ts';

/** The text of a PEM file named by an option, at most `longest` bytes. Throws USAGE. */
export function readPemFile(file: string, option: string, longest: number): string {
  try {
    if (statSync(file).size <= longest) return readFileSync(file, 'utf8');
  } catch (error: unknown) {
    throw new AppError('USAGE', `The --${option} file cannot be read. Nothing was sent.`, error);
  }
  throw new AppError('USAGE', `The --${option} file is too large. Nothing was sent.`);
}
