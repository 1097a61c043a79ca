import type { Terms } from './terms-schema.ts';

/** The datasets whose records are results of tests. */
export const termDatasets = ['labs', 'vitals'] as const;

/** CDISC's form of a short test name (SDTM: at most 8 characters, letters, digits and underscore, no leading digit). */
export const testCodeForm = /^[A-Z_][A-Z0-9_]{0,7}$/;

export const unitSystems = ['SI', 'conventional'] as const;
export type UnitSystem = (typeof unitSystems)[number];

/** The same with the number of the version, which each change raises; 0: nobody decided anything. Plain data: threads are sent it. */
export interface StudyTerms extends Terms {
  readonly version: number;
}

/** Of a study in which nobody decided anything. */
export const defaultTerms: StudyTerms = { version: 0, system: 'SI', tests: [], units: [] };

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
