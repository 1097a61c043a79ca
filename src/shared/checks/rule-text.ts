import { AppError } from '../errors.ts';
import { joinValues } from '../listed-values.ts';
import type { Condition } from '../query.ts';
import type { CheckRule } from './check-rule.ts';

/** Increased when the format changes so that files of earlier versions can no longer be read. */
export const ruleFileVersion = 1;
export const ruleFileFormat = 'carrel-checks';
/** Maximum size of a file of checks, in bytes. */
export const longestRuleFile = 4_000_000;

/** Maximum number of characters of a condition in a file; a longer one is written as its parts. */
export const longestConditionText = 8192;

/** Writes checks as the text of a file that can be passed on (docs/checks.md). Throws USAGE if it exceeds the maximum size for reading. */
export function ruleText(rules: readonly CheckRule[]): string {
  const file = {
    format: ruleFileFormat,
    formatVersion: ruleFileVersion,
    checks: rules.map((rule) => ({ ...rule, where: rule.where.map(writtenCondition) })),
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  // The limit for reading is in bytes.
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

/** A condition in the form that `--where` takes. */
export function conditionText({ column, op, values }: Condition): string {
  if (values.length === 0) return `${column} ${op}`;
  return `${column} ${op} ${op === 'in' || op === 'not-in' ? joinValues(values) : (values[0] ?? '')}`;
}
