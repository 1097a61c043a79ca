import type { Column } from './datasets/declaration.ts';
import { parsePartialDate, type DatePrecision } from './partial-date.ts';
import type { Condition, Operator } from './query.ts';

/** Values that are named in a list; if there are more, the rest is only counted. */
const named = 3;
const noValue = 'no value';

/**
 * A condition as a sentence for chips and captions: "Collected on or after 1 Sep 2025", "Flag is H or no value". `label` is the column's
 * name in the vocabulary that is shown.
 */
export function conditionWords(column: Column, condition: Condition, label: string = column.plain): string {
  return `${label} ${predicate(column, condition)}`;
}

function predicate(column: Column, { op, values }: Condition): string {
  const value = values[0] ?? '';
  switch (op) {
    case 'missing':
      return `has ${noValue}`;
    case 'present':
      return 'has a value';
    case 'contains':
      return `contains “${value}”`;
    case 'in':
      return values.length === 1 ? `is ${spoken(value)}` : `is ${oneOf(values)}`;
    case 'not-in':
      return values.length === 1 ? `is not ${spoken(value)}` : `is neither ${oneOf(values, 'nor')}`;
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return column.kind === 'datetime' ? dateWords(op, value) : `${comparisons[op]} ${spoken(value)}`;
  }
}

type Comparison = Exclude<Operator, 'missing' | 'present' | 'contains' | 'in' | 'not-in'>;

/** The wording of comparisons with one value, except for dates. */
export const comparisons: Readonly<Record<Comparison, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
};

function spoken(value: string): string {
  return value === '' ? noValue : value;
}

function oneOf(values: readonly string[], last = 'or'): string {
  if (values.length === 0) return 'nothing';
  const rest = values.length - named;
  const words = values.slice(0, rest > 1 ? named : values.length).map(spoken);
  const end = rest > 1 ? `${String(rest)} others` : (words.pop() ?? '');
  return `${words.join(', ')} ${last} ${end}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateWords(op: Comparison, value: string): string {
  const date = parsePartialDate(value);
  if (date === null) return `${comparisons[op]} ${spoken(value)}`;
  const when = dateText(value, date.precision);
  const at = date.precision === 'day' ? 'on' : date.precision === 'month' || date.precision === 'year' ? 'in' : 'at';
  const words: Readonly<Record<Comparison, string>> = {
    '=': at,
    '!=': `not ${at}`,
    '<': 'before',
    '<=': `${at} or before`,
    '>': 'after',
    '>=': `${at} or after`,
  };
  return `${words[op]} ${when}`;
}

/** "2025-09-03T14:05" → "3 Sep 2025, 14:05". Uses the digits of the text without converting the time zone. */
function dateText(value: string, precision: DatePrecision): string {
  const year = value.slice(0, 4);
  const month = months[Number(value.slice(5, 7)) - 1] ?? '';
  if (precision === 'year') return year;
  if (precision === 'month') return `${month} ${year}`;
  const day = `${String(Number(value.slice(8, 10)))} ${month} ${year}`;
  if (precision === 'day') return day;
  const time = value.slice(11);
  return `${day}, ${precision === 'hour' ? `${time.slice(0, 2)}:00${time.slice(2)}` : time}`;
}
