import { z } from 'zod';
import { mostLookedAt } from '../annotations.ts';
import { checkIdSchema, checkRuleSchema, ruleDigestSchema } from '../checks/check-rule.ts';
import { mostRules } from '../checks/rule-limits.ts';
import { longestRuleFile } from '../checks/rule-text.ts';
import { severities } from '../checks/data-checks.ts';
import { lackNames } from '../checks/not-judged.ts';
import { datasetNames } from '../datasets/datasets.ts';

const study = z.string().min(1).max(128);
const check = checkIdSchema;
const dataset = z.enum(datasetNames);
/** The subject filter; null: all subjects. What is of no subject is left out under a filter. */
const subjects = z.array(z.string().max(256)).max(200_000).nullable();

const line = z.strictObject({
  check,
  dataset,
  title: z.string(),
  says: z.string(),
  severity: z.enum(severities),
  /** Where the rule comes from; empty where it does not say. */
  source: z.string(),
  /** The annotation that holds a rule of somebody's own; null: the check is built in. */
  own: z.uuid().nullable(),
  /** What a rule of somebody's own asks, as a digest that goes into marks "looked at"; null: the check is built in. */
  rule: ruleDigestSchema.nullable(),
  /** Who sees to it, and the annotation that says so; null: nobody. */
  owner: z.strictObject({ name: z.string(), mark: z.uuid() }).nullable(),
  records: z.int(),
  /** Of those that nobody marked as looked at, or that changed since. */
  open: z.int(),
  subjects: z.int(),
});
export type CheckLine = z.output<typeof line>;

/** A rule of somebody's own that was not run, and why. */
const notRun = z.strictObject({ check, dataset, title: z.string(), own: z.uuid().nullable(), why: z.string() });

const found = z.strictObject({
  key: z.string(),
  subject: z.string().nullable(),
  /** When it was looked at, ISO time in UTC, and the annotation that says so; null: it is open. */
  looked: z.strictObject({ at: z.string(), mark: z.uuid() }).nullable(),
});
export type FoundInCheck = z.output<typeof found>;

/** Records that lack what some checks need (shared/checks/not-judged). */
const lacking = z.strictObject({ dataset, lacking: z.enum(lackNames), records: z.int(), subjects: z.int() });

/** A rule as it is being written, before it is kept: what it is called does not matter to what it finds. */
const tried = checkRuleSchema.pick({ dataset: true, where: true, finds: true, leaves: true });

export const checkCalls = {
  /**
   * What the checks of the values find, rules of somebody's own with those that find nothing; the first time after a sync they take some
   * seconds over a million results.
   */
  'checks.summary': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: z.int(), checks: z.array(line), notRun: z.array(notRun) }),
  },
  /** The records behind one line of the summary, `of` in all; the open ones first, `limit` at most. */
  'checks.records': {
    host: 'reader',
    input: z.strictObject({ study, check, dataset, subjects, limit: z.int().min(1).max(mostLookedAt) }),
    output: z.strictObject({ generation: z.int(), of: z.int(), records: z.array(found) }),
  },
  /** How many records checks do not judge, by what they lack; what no record lacks is left out. */
  'checks.notJudged': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: z.int(), notJudged: z.array(lacking) }),
  },
  /** What a rule would find now, which of its examples it does not treat as it says (places from 0), and why it cannot be run, if so. */
  'checks.try': {
    host: 'reader',
    input: z.strictObject({ study, rule: tried }),
    output: z.strictObject({ records: z.int(), finds: z.array(z.int()), leaves: z.array(z.int()), why: z.string().nullable() }),
  },
  /** Keeps rules with the study, all of them or none; one takes the place of the one with its id. USAGE where a study would have too many. */
  'checks.keep': {
    host: 'writer',
    input: z.strictObject({ study, rules: z.array(checkRuleSchema).min(1).max(mostRules) }),
    output: z.strictObject({ added: z.int(), replaced: z.int() }),
  },
  /** Asks where to write these rules as a file; the name of the file, null where nobody chose one. EXPORT; USAGE where no file holds as much. */
  'checks.save': {
    host: 'main',
    input: z.strictObject({ study, rules: z.array(checkRuleSchema).min(1).max(mostRules) }),
    output: z.string().nullable(),
  },
  /** Asks for a file of rules; its name and text, null where nobody chose one. USAGE where it cannot be read. */
  'checks.open': { host: 'main', input: z.undefined(), output: z.strictObject({ name: z.string(), text: z.string() }).nullable() },
  /** The rules in the text of a file, each of which finds what its examples say. USAGE with the reason where it is none. */
  'checks.read': {
    host: 'reader',
    input: z.strictObject({ study, name: z.string().max(256), text: z.string().max(longestRuleFile) }),
    output: z.array(checkRuleSchema),
  },
} as const;
