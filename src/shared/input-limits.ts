import type { CallName } from './contract.ts';

/** What the input of a call may weigh: a character of a text or of a name is 1, anything else 8. */
const usual = 1_000_000;

/** Calls that carry what a person chose or copied: up to 100,000 keys of rows, 200,000 subjects, a table for the clipboard, a chart's image. */
const larger: Readonly<Partial<Record<CallName, number>>> = {
  'clipboard.records': 8_010_000,
  'chart.save': 40_010_000,
  'export.start': 8_000_000,
  'export.preview': 8_000_000,
  'rows.page': 8_000_000,
  'view.code': 8_000_000,
  'rows.count': 8_000_000,
  'column.values': 8_000_000,
  'column.summary': 8_000_000,
  'subjects.list': 8_000_000,
  'overview.read': 8_000_000,
  'overview.waiting': 8_000_000,
  'coverage.read': 8_000_000,
  'tests.list': 8_000_000,
  'tests.results': 8_000_000,
  'results.trends': 8_000_000,
  'results.shifts': 8_000_000,
  'results.grades': 8_000_000,
  'results.liver': 8_000_000,
  'results.sites': 8_000_000,
  'pivot.read': 8_000_000,
  'listing.read': 8_000_000,
  'changes.list': 8_000_000,
  'changes.subjects': 8_000_000,
  'responses.assessments': 8_000_000,
  'annotations.write': 8_000_000,
  'views.keep': 8_000_000,
  'terms.write': 8_000_000,
  'terms.save': 8_000_000,
  'checks.summary': 8_000_000,
  'checks.records': 8_000_000,
  'checks.notJudged': 8_000_000,
  'checks.keep': 8_000_000,
  'checks.save': 8_000_000,
  'checks.read': 8_000_000,
};

/**
 * Why an input is not looked at any further, or null: it is too large, or holds more than plain data (a date, a map, bytes: all that a
 * page can send, and a schema may take for an empty object; or a field `__proto__`, which a schema may leave out). It is walked no longer than the limit lasts.
 */
export function judgeInput(name: CallName, input: unknown): 'too large' | 'not plain' | null {
  let left = larger[name] ?? usual;
  const waiting: unknown[] = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') left -= value.length;
    else if (Array.isArray(value)) {
      // The list is charged for all of its items before they wait, which takes memory.
      left -= 8 + 8 * value.length;
      if (left >= 0) for (const item of value) waiting.push(item);
    } else if (typeof value === 'object' && value !== null) {
      if (!isPlain(value)) return 'not plain';
      left -= 8;
      for (const [key, item] of Object.entries(value)) {
        left -= key.length;
        waiting.push(item);
      }
    } else left -= 8;
    if (left < 0) return 'too large';
  }
  return null;
}

function isPlain(value: object): boolean {
  const above: unknown = Object.getPrototypeOf(value);
  return (above === null || above === Object.prototype) && !Object.hasOwn(value, '__proto__');
}
