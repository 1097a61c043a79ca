import type { Terms } from './terms-schema.ts';

/** What people decided of a study's tests and units, with the number of the version, which each change raises; 0: nobody decided anything. Plain data: threads are sent it. */
export interface StudyTerms extends Terms {
  readonly version: number;
}

/** Of a study in which nobody decided anything. */
export const defaultTerms: StudyTerms = { version: 0, system: 'SI', ctcae: '5.0', tests: [], units: [] };

/** A function of terms that is worked out once for each: what derived columns look terms up in. */
export function perTerms<T extends object>(make: (terms: StudyTerms) => T): (terms: StudyTerms) => T {
  const made = new WeakMap<StudyTerms, T>();
  return (terms) => {
    const known = made.get(terms);
    if (known !== undefined) return known;
    const fresh = make(terms);
    made.set(terms, fresh);
    return fresh;
  };
}
