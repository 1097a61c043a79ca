import { largestTermsFile, readTermsText } from '../../../shared/terms/terms-file.ts';
import type { Terms } from '../../../shared/terms/terms-schema.ts';
import { readTextFile } from '../../platform/text-file.ts';

/** Reads decisions from a file. Throws USAGE with the reason if it cannot be read or is not such a file. */
export function readTermsFile(path: string): Terms {
  return readTermsText(readTextFile(path, largestTermsFile, 'tests and units'));
}
