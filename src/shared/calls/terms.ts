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
/** What was sent beside a test, with its records; null: nothing was. */
const met = z.strictObject({ text: text.nullable(), records: z.int() });

/** A test as it was sent: its name with its service code, and what was met with it. */
const listedTest = z.strictObject({
  dataset: z.enum(termDatasets),
  test: text,
  serviceCode: text.nullable(),
  records: z.int(),
  /** The codes that its records have, the most frequent first: they differ where the unit tells a count from a part. */
  codes: z.array(z.strictObject({ code: text.nullable(), records: z.int() })),
  /** A person decided on it; else by which rule the dictionary has, or would have, a code. */
  decided: z.boolean(),
  rule: z.enum(rules).nullable(),
  /** A code that the dictionary is not certain of. */
  proposed: text.nullable(),
  /** UCUM code of each unit as it is understood; null: it is not. */
  units: z.array(met.extend({ reading: text.nullable() })),
  ranges: z.array(met.extend({ understood: z.boolean() })),
});
export type ListedTest = z.output<typeof listedTest>;

const terms = termsSchema.extend({ version: z.int().min(0) });

/** The calls about what a study's tests and units are taken for. */
export const termsCalls = {
  /** What people decided, who and when, and every test with what is known of it; the dictionary counts where nobody decided. */
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
  /** Makes a new version of the one that it names, and reads the rows anew by it. Errors: USAGE where another came between, BUSY during a sync. */
  'terms.write': {
    host: 'writer',
    input: z.strictObject({ study, version: z.int().min(0), terms: termsSchema }),
    output: z.strictObject({ version: z.int(), changed: z.int(), digest: text }),
  },
  /** Asks where to save, then writes the decisions as a file; its name, or null where the dialog was cancelled. */
  'terms.save': { host: 'main', input: z.strictObject({ study, terms: termsSchema }), output: text.nullable() },
  /** Asks for such a file; what it says, or null where the dialog was cancelled. USAGE with the reason for any other file. */
  'terms.open': { host: 'main', input: z.undefined(), output: termsSchema.nullable() },
} as const;
