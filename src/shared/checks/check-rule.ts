import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { conditionSchema } from '../query.ts';
import { checkNames, severities } from './data-checks.ts';

/** The name of a check, built in or a person's own, as used in files, listings and the JSON of the terminal. */
export const checkIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'an id has up to 63 lower-case letters, digits and hyphens, such as potassium-above-6');

/** SHA-256 of what a rule tests (`core/checks/checked-study`). */
export const ruleDigestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const cell = z.union([z.string().max(4096), z.number(), z.null(), z.array(z.string().max(4096)).max(100)]);

/** The cells of an example record, by column name; columns that are not named are empty. */
const exampleSchema = z.record(z.string().max(64), cell);
export type ExampleRow = z.output<typeof exampleSchema>;

/** Examples of one kind in a rule. */
const examples = z.array(exampleSchema).min(1).max(50);

/**
 * A check that a person wrote: it finds records of one dataset that meet all its conditions. Its examples test it: the rule is accepted
 * only if it finds each of `finds` and none of `leaves`.
 */
export const checkRuleSchema = z.strictObject({
  id: checkIdSchema.refine((id) => !checkNames.some((name) => name === id), 'this is the id of a built-in check'),
  title: z.string().trim().min(1).max(80),
  /** What is looked for, and what it may mean. */
  says: z.string().trim().max(400),
  severity: z.enum(severities),
  /** Where the rule comes from, such as a protocol section or a guideline; may be empty. */
  source: z.string().trim().max(200),
  dataset: z.enum(datasetNames),
  where: z.array(conditionSchema).min(1).max(20),
  finds: examples,
  leaves: examples,
});
export type CheckRule = z.output<typeof checkRuleSchema>;
