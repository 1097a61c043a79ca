import { expect, test } from 'vitest';
import { isAllAfter, leftOutWords, upToCutOff } from '../../../src/renderer/record/cut-off/cut-off.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { statusOf } from './sample-status.ts';

test.each([
  [[], 'No record is dated after it.'],
  [[['labs', 1]], 'Left out, dated after it: 1 lab result.'],
  [
    [
      ['labs', 1204],
      ['vitals', 1],
      ['medications', 2],
    ],
    'Left out, dated after it: 1,204 lab results, 1 vital sign and 2 medication records.',
  ],
] as const satisfies readonly (readonly [readonly (readonly [DatasetName, number])[], string])[])('%j: %s', (leftOut, says) => {
  expect(leftOutWords({ date: '2026-06-30', leftOut: leftOut.map(([dataset, records]) => ({ dataset, records })) })).toBe(says);
});

test('a dataset whose records are all later is not called empty', () => {
  const status = statusOf('2026-05-14T12:05:00.000Z');
  const after = (records: number) => ({ status, cutOff: { date: '2026-06-30', leftOut: [{ dataset: 'labs' as const, records }] } });
  expect(isAllAfter(after(10), 'labs')).toBe(true);
  expect(isAllAfter(after(9), 'labs')).toBe(false);
  expect(isAllAfter(after(10), 'vitals')).toBe(false);
  expect(isAllAfter({ status, cutOff: null }, 'labs')).toBe(false);
  expect(upToCutOff(after(9))).toBe(' up to the data cut-off');
  expect(upToCutOff({ cutOff: null })).toBe('');
});
