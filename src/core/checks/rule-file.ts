import { basename } from 'node:path';
import { z } from 'zod';
import { checkRuleSchema, type CheckRule } from '../../shared/checks/check-rule.ts';
import { idOfTwo, mostRules } from '../../shared/checks/rule-limits.ts';
import { longestConditionText, longestRuleFile, ruleFileFormat, ruleFileVersion } from '../../shared/checks/rule-text.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import { conditionSchema, type Condition } from '../../shared/query.ts';
import { formatProblem } from '../../shared/versioned-file.ts';
import { readTextFile } from '../platform/text-file.ts';
import { parseCondition } from '../query/parse-condition.ts';
import { assertExamples } from './try-rule.ts';

/** In a file, a condition is a text in the form of `--where`, or an object with its parts. */
const writtenRule = checkRuleSchema.extend({
  where: z
    .array(z.union([z.string().max(longestConditionText), conditionSchema]))
    .min(1)
    .max(20),
});
const fileSchema = z.strictObject({
  format: z.literal(ruleFileFormat),
  formatVersion: z.literal(ruleFileVersion),
  checks: z.array(writtenRule).min(1).max(mostRules),
});

/**
 * Reads the checks in a file (docs/checks.md); each must agree with its examples. Throws USAGE with the reason if the file cannot be read,
 * is not a checks file, or an example is not found or left as it states; nothing is taken from it then.
 */
export function readRuleFile(path: string): readonly CheckRule[] {
  return readRuleText(readTextFile(path, longestRuleFile, 'checks'), basename(path));
}

/** Reads the same from text; `name` is used in errors. */
export function readRuleText(text: string, name: string): readonly CheckRule[] {
  const read = fileSchema.safeParse(parse(text, name));
  if (!read.success) throw refused(name, formatProblem(read.error.issues[0], ruleFileFormat, ruleFileVersion));
  const rules = read.data.checks.map((rule) => ({
    ...rule,
    where: rule.where.map((condition) => (typeof condition === 'string' ? readWhere(rule, condition, name) : condition)),
  }));
  const twice = idOfTwo(rules);
  if (twice !== null) throw refused(name, `it has the check "${twice}" twice`);
  for (const rule of rules)
    try {
      assertExamples(rule);
    } catch (error: unknown) {
      throw refused(name, `${rule.id}: ${error instanceof AppError ? error.message : String(error)}`);
    }
  return rules;
}

function readWhere({ id, dataset }: Pick<CheckRule, 'id' | 'dataset'>, text: string, name: string): Condition {
  try {
    return parseCondition(datasets[dataset], text);
  } catch (error: unknown) {
    throw refused(name, `${id}: ${error instanceof AppError ? error.message : String(error)}`);
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(name, 'it is not JSON');
  }
}

function refused(name: string, why: string): AppError {
  return new AppError('USAGE', `"${name}" is not a checks file: ${why.replace(/\.$/, '')}. Nothing was changed.`);
}
