import type { Terms } from './terms-schema.ts';

/**
 * What people decided about a study's tests and units, with a version number that each change increases; 0: no decisions. Plain data,
 * because it is sent to threads.
 */
export interface StudyTerms extends Terms {
  readonly version: number;
}

/** For a study without decisions. */
export const defaultTerms: StudyTerms = { version: 0, system: 'SI', ctcae: '5.0', tests: [], units: [] };
