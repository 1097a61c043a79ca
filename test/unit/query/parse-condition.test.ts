import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { parseColumns, parseCondition, parseSort } from '../../../src/core/query/parse-condition.ts';
import { splitValues } from '../../../src/shared/listed-values.ts';
import { trial } from './trial-dataset.ts';

const usage = expect.objectContaining({ code: 'USAGE' });

describe('--where', () => {
  test.each([
    ['subject = 0012', 'subject', '=', ['0012']],
    ['subject =  two spaces ', 'subject', '=', [' two spaces ']],
    ['visit contains a = b', 'visit', 'contains', ['a = b']],
    ['visit in A,"B, C","say ""x""",', 'visit', 'in', ['A', 'B, C', 'say "x"', '']],
    ['visit not-in A', 'visit', 'not-in', ['A']],
    ['visit missing', 'visit', 'missing', []],
    ['result >= -1.5', 'result', '>=', ['-1.5']],
    ['collected <= 2025-09-03', 'collected', '<=', ['2025-09-03']],
  ] as const)('parses %j', (text, column, op, values) => {
    expect(parseCondition(trial, text)).toEqual({ column, op, values });
  });

  test.each([
    '',
    'subject',
    'subject =',
    'subject=0012',
    'subject is 0012',
    'result contains 1',
    'visit missing x',
    'nothing = 1',
    'visit in "a',
    'visit in "a"b',
    'result > x',
    'subject  = 1',
  ])('rejects %j with USAGE', (text) => {
    expect(() => parseCondition(trial, text)).toThrow(usage);
  });

  test('suggests the nearest operator for a mistyped one', () => {
    expect(() => parseCondition(trial, 'visit contain x')).toThrow(/"contains"/);
  });

  test('reads values written as CSV back unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (values) => {
        expect(splitValues(values.map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(','))).toEqual(
          values,
        );
      }),
    );
  });
});

test('--sort takes columns in order, a minus for descending', () => {
  expect(parseSort(trial, 'subject,-collected')).toEqual([
    { column: 'subject', descending: false },
    { column: 'collected', descending: true },
  ]);
  expect(() => parseSort(trial, 'subject,--collected')).toThrow(usage);
});

test('--columns takes each column once', () => {
  expect(parseColumns(trial, 'result,subject')).toEqual(['result', 'subject']);
  expect(() => parseColumns(trial, 'result,result')).toThrow(usage);
  expect(() => parseColumns(trial, 'result,')).toThrow(usage);
});
