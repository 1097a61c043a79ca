import type { CallName } from './contract.ts';

/** The maximum weight of a call's input: each character of a text or a field name weighs 1, anything else 8. */
const usual = 1_000_000;

/**
 * Calls that carry a person's selection or content: up to 100,000 row keys, 200,000 subjects, a table for the clipboard, an image of a
 * chart.
 */
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
  'checks.subjects': 8_000_000,
  'checks.notJudged': 8_000_000,
  'checks.keep': 8_000_000,
  'checks.save': 8_000_000,
  'checks.read': 8_000_000,
};

/**
 * Why an input is rejected before it is parsed, or null. It is too large, or holds more than plain data: a date, a map or bytes, which a
 * page can send and a schema may accept as an empty object, or a field `__proto__`, which a schema may drop. Stops as soon as the limit is
 * exceeded.
 */
export function judgeInput(name: CallName, input: unknown): 'too large' | 'not plain' | null {
  let left = larger[name] ?? usual;
  const waiting: unknown[] = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') left -= value.length;
    else if (Array.isArray(value)) {
      // Count all items of the list before queueing them, because the queue takes memory.
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
