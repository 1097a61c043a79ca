import { z } from 'zod';
import { termDatasets } from '../terms/term-kinds.ts';
import { termsSchema } from '../terms/terms-schema.ts';

const study = z.string().min(1).max(128);
const text = z.string();
const rules = [
  'name',
  'name-and-unit',
  'service-code',
  'open-count',
  'open-name',
  'unfit-unit',
  'other-service-code',
  'more-words',
] as const;
/** A value sent with a test and its number of records; null if none was sent. */
const met = z.strictObject({ text: text.nullable(), records: z.int() });

/** A test as sent: its name with its service code, and what came with it. */
const listedTest = z.strictObject({
  dataset: z.enum(termDatasets),
  test: text,
  serviceCode: text.nullable(),
  records: z.int(),
  /** The codes of its records, most frequent first. They differ if the unit distinguishes a count from a fraction. */
  codes: z.array(z.strictObject({ code: text.nullable(), records: z.int() })),
  /** Whether a person decided; otherwise `rule` says by which rule the dictionary assigns, or would assign, a code. */
  decided: z.boolean(),
  rule: z.enum(rules).nullable(),
  /** A code that the dictionary is not certain of. */
  proposed: text.nullable(),
  /** UCUM code of each unit as understood; null if it is not understood. */
  units: z.array(met.extend({ reading: text.nullable() })),
  ranges: z.array(met.extend({ understood: z.boolean() })),
});
export type ListedTest = z.output<typeof listedTest>;

const terms = termsSchema.extend({ version: z.int().min(0) });

/** Calls about the interpretation of a study's tests and units. */
export const termsCalls = {
  /** What people decided, who and when, and every test with what is known about it. Without a decision the dictionary applies. */
  'terms.read': {
    host: 'reader',
    input: z.strictObject({ study }),
    output: z.strictObject({
      terms,
      digest: text,
      history: z.array(z.strictObject({ version: z.int(), at: text, by: text, says: text })),
      tests: z.array(listedTest),
    }),
  },
  /**
   * Creates a new version based on the given one and reinterprets the rows. Throws USAGE if another version was written meanwhile, BUSY
   * during a sync.
   */
  'terms.write': {
    host: 'writer',
    input: z.strictObject({ study, version: z.int().min(0), terms: termsSchema }),
    output: z.strictObject({ version: z.int(), changed: z.int(), digest: text }),
  },
  /** Asks where to save, then writes the decisions as a file; returns its name, or null if the dialog was cancelled. */
  'terms.save': { host: 'main', input: z.strictObject({ study, terms: termsSchema }), output: text.nullable() },
  /** Asks for such a file; returns its content, or null if the dialog was cancelled. Throws USAGE with the reason for any other file. */
  'terms.open': { host: 'main', input: z.undefined(), output: termsSchema.nullable() },
} as const;
