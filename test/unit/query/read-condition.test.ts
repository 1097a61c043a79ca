import { describe, expect, test } from 'vitest';
import { readCondition, type CellTest } from '../../../src/core/query/read-condition.ts';
import type { Operator } from '../../../src/shared/query.ts';
import { trial } from './trial-dataset.ts';

const read = (column: string, op: Operator, values: readonly string[]) => readCondition(trial, { column, op, values: [...values] });
const [september, october] = [Date.UTC(2025, 8), Date.UTC(2025, 9)];

test.each<[string, Operator, readonly string[], CellTest]>([
  ['visit', 'missing', [], { is: 'missing' }],
  ['visit', 'present', [], { is: 'present' }],
  ['visit', 'contains', ['C1'], { is: 'contains', text: 'C1' }],
  ['visit', '=', ['C1'], { is: 'compared', how: '=', value: 'C1' }],
  ['visit', '=', [''], { is: 'missing' }],
  ['visit', '!=', [''], { is: 'not', of: { is: 'missing' } }],
  ['flag', 'in', ['H', ''], { is: 'among', values: ['H'], orMissing: true }],
  ['flag', 'in', ['H', 'L'], { is: 'among', values: ['H', 'L'], orMissing: false }],
  ['flag', 'not-in', ['H'], { is: 'not', of: { is: 'among', values: ['H'], orMissing: false } }],
  ['result', '>=', ['5.10'], { is: 'compared', how: '>=', value: 5.1 }],
  ['result', '!=', ['5'], { is: 'not', of: { is: 'compared', how: '=', value: 5 } }],
  ['collected', '<', ['2025-09'], { is: 'dated', bounds: [{ is: '<', at: september }], instant: false }],
  ['collected', '<=', ['2025-09'], { is: 'dated', bounds: [{ is: '<', at: october }], instant: false }],
  ['collected', '>', ['2025-09'], { is: 'dated', bounds: [{ is: '>=', at: october }], instant: false }],
  ['collected', '>=', ['2025-09'], { is: 'dated', bounds: [{ is: '>=', at: september }], instant: false }],
  [
    'collected',
    '=',
    ['2025-09-01T02:00:00+02:00'],
    {
      ...{ is: 'dated', instant: true },
      bounds: [
        { is: '>=', at: september },
        { is: '<', at: september + 1000 },
      ],
    },
  ],
])('%s %s %j tests a cell', (column, op, values, cellTest) => {
  expect(read(column, op, values)).toMatchObject({ column: { name: column }, test: cellTest });
});

describe('a condition is refused', () => {
  test.each<[string, Operator, readonly string[], string]>([
    ['visit', '>', ['1'], '"visit" is a text column and cannot be compared with ">". It takes: '],
    ['visit', 'missing', ['x'], 'The condition on "visit" with "missing" takes no value.'],
    ['visit', 'present', ['x'], 'The condition on "visit" with "present" takes no value.'],
    ['visit', '=', [], 'The condition on "visit" with "=" takes one value.'],
    ['visit', '=', ['a', 'b'], 'The condition on "visit" with "=" takes one value.'],
    ['flag', 'in', [], 'The condition on "flag" with "in" takes at least one value.'],
    ['flag', 'not-in', [], 'The condition on "flag" with "not-in" takes at least one value.'],
    ['result', '=', ['5,1'], '"result" holds numbers and can only be compared with one, such as 5.1 (with a decimal point).'],
    ['result', '=', [''], '"result" holds numbers and can only be compared with one, '],
    ['result', '=', ['1e400'], '"result" holds numbers and can only be compared with one, '],
    ['collected', '=', ['soon'], '"collected" holds dates and can only be compared with one, such as 2025-09-03, '],
  ])('%s %s %j: %s', (column, op, values, says) => {
    expect(() => read(column, op, values)).toThrow(expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(says) }));
  });
});
