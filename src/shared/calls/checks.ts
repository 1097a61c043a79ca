import { z } from 'zod';
import { mostLookedAt } from '../annotations.ts';
import { checkIdSchema, checkRuleSchema, ruleDigestSchema } from '../checks/check-rule.ts';
import { mostRules } from '../checks/rule-limits.ts';
import { longestRuleFile } from '../checks/rule-text.ts';
import { severities } from '../checks/data-checks.ts';
import { lackNames } from '../checks/not-judged.ts';
import { datasetNames } from '../datasets/datasets.ts';
import { subjectFilterSchema } from '../subject-schema.ts';

const study = z.string().min(1).max(128);
const check = checkIdSchema;
const dataset = z.enum(datasetNames);
const subjects = subjectFilterSchema;

const line = z.strictObject({
  check,
  dataset,
  title: z.string(),
  says: z.string(),
  severity: z.enum(severities),
  /** Where the rule comes from; empty if it does not say. */
  source: z.string(),
  /** The annotation that holds a person's own rule; null for a built-in check. */
  own: z.uuid().nullable(),
  /** Digest of what a person's own rule tests, for "looked at" marks; null for a built-in check. */
  rule: ruleDigestSchema.nullable(),
  /** Who follows it up, and the annotation that says so; null for nobody. */
  owner: z.strictObject({ name: z.string(), mark: z.uuid() }).nullable(),
  records: z.int(),
  /** Those that nobody marked as looked at, or that have changed since. */
  open: z.int(),
  subjects: z.int(),
});
export type CheckLine = z.output<typeof line>;

/** A person's own rule that was not run, and why. */
const notRun = z.strictObject({ check, dataset, title: z.string(), own: z.uuid().nullable(), why: z.string() });

const found = z.strictObject({
  key: z.string(),
  subject: z.string().nullable(),
  /** When it was looked at (ISO time in UTC), and the annotation that says so; null while it is open. */
  looked: z.strictObject({ at: z.string(), mark: z.uuid() }).nullable(),
});
export type FoundInCheck = z.output<typeof found>;

/** Records that lack what some checks need (shared/checks/not-judged). */
const lacking = z.strictObject({ dataset, lacking: z.enum(lackNames), records: z.int(), subjects: z.int() });

/** A rule being written, before it is saved. Its name does not affect what it finds. */
const tried = checkRuleSchema.pick({ dataset: true, where: true, finds: true, leaves: true });

export const checkCalls = {
  /**
   * What the checks of the values find; a person's own rules are included even if they find nothing. The first call after a sync takes some
   * seconds for a million results.
   */
  'checks.summary': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: z.int(), checks: z.array(line), notRun: z.array(notRun) }),
  },
  /** The records behind one line of the summary, `of` in total; open ones first, at most `limit`. */
  'checks.records': {
    host: 'reader',
    input: z.strictObject({ study, check, dataset, subjects, limit: z.int().min(1).max(mostLookedAt) }),
    output: z.strictObject({ generation: z.int(), of: z.int(), records: z.array(found) }),
  },
  /** The subjects of the records behind one line of the summary, each once; records that name nobody have none. */
  'checks.subjects': {
    host: 'reader',
    input: z.strictObject({ study, check, dataset, subjects }),
    output: z.strictObject({ generation: z.int(), subjects: z.array(z.string()) }),
  },
  /** The number of records that checks do not judge, by what they lack; kinds without records are omitted. */
  'checks.notJudged': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: z.int(), notJudged: z.array(lacking) }),
  },
  /**
   * What a rule would find now, the indexes (from 0) of its examples that it treats differently than stated, and why it cannot be run, if
   * so.
   */
  'checks.try': {
    host: 'reader',
    input: z.strictObject({ study, rule: tried }),
    output: z.strictObject({ records: z.int(), finds: z.array(z.int()), leaves: z.array(z.int()), why: z.string().nullable() }),
  },
  /** Saves rules with the study, all or none; a rule replaces the one with its id. Throws USAGE if the study would have too many. */
  'checks.keep': {
    host: 'writer',
    input: z.strictObject({ study, rules: z.array(checkRuleSchema).min(1).max(mostRules) }),
    output: z.strictObject({ added: z.int(), replaced: z.int() }),
  },
  /**
   * Asks where to write these rules as a file; returns its name, or null if the dialog was cancelled. Throws EXPORT, or USAGE if they are
   * too large for a file.
   */
  'checks.save': {
    host: 'main',
    input: z.strictObject({ study, rules: z.array(checkRuleSchema).min(1).max(mostRules) }),
    output: z.string().nullable(),
  },
  /** Asks for a file of rules; returns its name and text, or null if the dialog was cancelled. Throws USAGE if it cannot be read. */
  'checks.open': { host: 'main', input: z.undefined(), output: z.strictObject({ name: z.string(), text: z.string() }).nullable() },
  /** The rules in the text of a file, each of which finds what its examples say. Throws USAGE with the reason if it is not one. */
  'checks.read': {
    host: 'reader',
    input: z.strictObject({ study, name: z.string().max(256), text: z.string().max(longestRuleFile) }),
    output: z.array(checkRuleSchema),
  },
} as const;
