import { z } from 'zod';
import { ctcaeVersions, termDatasets, testCodeForm, unitSystems } from './term-kinds.ts';

/**
 * A person's decision about a test, by its name as sent and, if given, its service code. `code` null: it has no code, whatever the
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

/** What people decided about a study's tests and units. Without a decision the built-in dictionary applies. */
export const termsSchema = z.strictObject({
  /** For standard results. */
  system: z.enum(unitSystems),
  /** For grading results; decisions from before grading existed lack it. */
  ctcae: z.enum(ctcaeVersions).default('5.0'),
  tests: z.array(testTermSchema).max(20_000),
  units: z.array(unitTermSchema).max(5000),
});
export type Terms = z.output<typeof termsSchema>;
