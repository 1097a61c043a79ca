import { basename } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { largestTermsFile, readTermsText, termsText } from '../../shared/terms/terms-file.ts';
import type { Terms } from '../../shared/terms/terms-schema.ts';
import { createAtomicFile } from '../platform/atomic-file.ts';
import { errnoOf, readOrdinary } from '../platform/files.ts';

/** The decisions in a file. USAGE with the reason where it cannot be read or is none. */
export function readTermsFile(path: string): Terms {
  return readTermsText(textOf(path));
}

/** Writes the decisions as a file. EXPORT as `createAtomicFile`. */
export function writeTermsFile(path: string, terms: Terms, replace: boolean): void {
  const file = createAtomicFile(path, replace);
  try {
    file.write(Buffer.from(termsText(terms)));
    file.commit();
  } finally {
    file.discard();
  }
}

function textOf(path: string): string {
  try {
    return readOrdinary(path, largestTermsFile);
  } catch (cause: unknown) {
    if (['EFTYPE', 'EFBIG'].includes(errnoOf(cause)))
      throw new AppError('USAGE', `"${basename(path)}" is no file, or too large a one, for tests and units. Nothing was changed.`, cause);
    throw new AppError('USAGE', `The file of tests and units could not be read: ${path}`, cause);
  }
}
