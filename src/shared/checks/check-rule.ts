import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { conditionSchema } from '../query.ts';
import { checkNames, severities } from './data-checks.ts';

/** The name of a check, built in or somebody's own: as it stands in files, listings and the JSON of the terminal. */
export const checkIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'an id has up to 63 lower-case letters, digits and hyphens, such as potassium-above-6');

/** What a rule asks, as a SHA-256 (`core/checks/rule-digest`). */
export const ruleDigestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const cell = z.union([z.string().max(4096), z.number(), z.null(), z.array(z.string().max(4096)).max(100)]);

/** The cells of a record that a rule looks at, by the names of their columns; what is not named is empty. */
const exampleSchema = z.record(z.string().max(64), cell);
export type ExampleRow = z.output<typeof exampleSchema>;

/** Examples of either kind that a rule brings. */
const examples = z.array(exampleSchema).min(1).max(50);

/**
 * A check that somebody wrote: records of one dataset that meet all of its conditions are found. Its examples are its own test: it is only
 * taken where it finds each of `finds` and none of `leaves`.
 */
export const checkRuleSchema = z.strictObject({
  id: checkIdSchema.refine((id) => !checkNames.some((name) => name === id), 'this is the id of a built-in check'),
  title: z.string().trim().min(1).max(80),
  /** What is looked for, and what it may mean. */
  says: z.string().trim().max(400),
  severity: z.enum(severities),
  /** Where the rule comes from: a protocol's section, a guideline; may be empty. */
  source: z.string().trim().max(200),
  dataset: z.enum(datasetNames),
  where: z.array(conditionSchema).min(1).max(20),
  finds: examples,
  leaves: examples,
});
export type CheckRule = z.output<typeof checkRuleSchema>;
