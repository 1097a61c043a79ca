import { expect, test } from 'vitest';
import { leftOutWords } from '../../../src/renderer/record/cut-off/cut-off.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';

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
