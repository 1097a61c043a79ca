import { z } from 'zod';

/** The datasets whose records are results of tests. */
export const termDatasets = ['labs', 'vitals'] as const;

/** CDISC's form of a short test name (SDTM: at most 8 characters, letters, digits and underscore, no leading digit). */
export const testCodeForm = /^[A-Z_][A-Z0-9_]{0,7}$/;

/**
 * What a person decided of a test by its name as sent, and by its service code where that is given. `code` null: it has no code, whatever the
 * dictionary says.
 */
const testTermSchema = z.strictObject({
  dataset: z.enum(termDatasets),
  test: z.string().min(1).max(4096),
  serviceCode: z.string().min(1).max(512).nullable(),
  code: z.string().regex(testCodeForm, 'a test code has at most 8 capital letters, digits or underscores').nullable(),
});
export type TestTerm = z.output<typeof testTermSchema>;

/** How a unit's text is read in this study: as this UCUM code. */
const unitTermSchema = z.strictObject({ text: z.string().min(1).max(256), unit: z.string().min(1).max(64) });
export type UnitTerm = z.output<typeof unitTermSchema>;

export const unitSystems = ['SI', 'conventional'] as const;
export type UnitSystem = (typeof unitSystems)[number];

/** What people decided of a study's tests and units; where they decided nothing, the built-in dictionary counts. */
export const termsSchema = z.strictObject({
  /** Of standard results. */
  system: z.enum(unitSystems),
  tests: z.array(testTermSchema).max(20_000),
  units: z.array(unitTermSchema).max(5000),
});
export type Terms = z.output<typeof termsSchema>;

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
