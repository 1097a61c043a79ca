import { AppError } from '../errors.ts';
import { joinValues } from '../listed-values.ts';
import type { Condition } from '../query.ts';
import type { CheckRule } from './check-rule.ts';

/** Raised when a file of an earlier version can no longer be read as it is. */
export const ruleFileVersion = 1;
export const ruleFileFormat = 'carrel-checks';
/** Bytes of a file of checks that is read. */
export const longestRuleFile = 4_000_000;

/** Characters of a condition in a file; a longer one is written in its parts. */
export const longestConditionText = 8192;

/** Checks as the text of a file that can be passed on (docs/checks.md). USAGE where it would be longer than what is read. */
export function ruleText(rules: readonly CheckRule[]): string {
  const file = {
    format: ruleFileFormat,
    formatVersion: ruleFileVersion,
    checks: rules.map((rule) => ({ ...rule, where: rule.where.map(writtenCondition) })),
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  // A reader of the file counts its bytes.
  if (bytesOf(text) > longestRuleFile)
    throw new AppError('USAGE', 'The checks are too long for one file: their conditions and examples contain too many values.');
  return text;
}

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}

function writtenCondition(condition: Condition): string | Condition {
  const text = conditionText(condition);
  return text.length > longestConditionText ? condition : text;
}

/** A condition as `--where` takes it. */
export function conditionText({ column, op, values }: Condition): string {
  if (values.length === 0) return `${column} ${op}`;
  return `${column} ${op} ${op === 'in' || op === 'not-in' ? joinValues(values) : (values[0] ?? '')}`;
}
