import { joinValues } from '../listed-values.ts';
import type { Condition } from '../query.ts';
import type { CheckRule } from './check-rule.ts';

/** Raised when a file of an earlier version can no longer be read as it is. */
export const ruleFileVersion = 1;
export const ruleFileFormat = 'carrel-checks';
/** Characters of a file of checks that is read. */
export const longestRuleFile = 4_000_000;

/** Checks as the text of a file that can be passed on (docs/checks.md). */
export function ruleText(rules: readonly CheckRule[]): string {
  const file = {
    format: ruleFileFormat,
    formatVersion: ruleFileVersion,
    checks: rules.map((rule) => ({ ...rule, where: rule.where.map(conditionText) })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A condition as `--where` takes it. */
export function conditionText({ column, op, values }: Condition): string {
  if (values.length === 0) return `${column} ${op}`;
  return `${column} ${op} ${op === 'in' || op === 'not-in' ? joinValues(values) : (values[0] ?? '')}`;
}
