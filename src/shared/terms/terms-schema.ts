import { z } from 'zod';
import { ctcaeVersions, termDatasets, testCodeForm, unitSystems } from './term-kinds.ts';

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

/** What people decided of a study's tests and units; where they decided nothing, the built-in dictionary counts. */
export const termsSchema = z.strictObject({
  /** Of standard results. */
  system: z.enum(unitSystems),
  /** Of the criteria by which results are graded; decisions from before there were any have none. */
  ctcae: z.enum(ctcaeVersions).default('5.0'),
  tests: z.array(testTermSchema).max(20_000),
  units: z.array(unitTermSchema).max(5000),
});
export type Terms = z.output<typeof termsSchema>;
