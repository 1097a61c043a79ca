import { largestTermsFile, readTermsText } from '../../shared/terms/terms-file.ts';
import type { Terms } from '../../shared/terms/terms-schema.ts';
import { readTextFile } from '../platform/text-file.ts';

/** The decisions in a file. USAGE with the reason where it cannot be read or is none. */
export function readTermsFile(path: string): Terms {
  return readTermsText(readTextFile(path, largestTermsFile, 'tests and units'));
}
