import { expect, test } from 'vitest';
import { leftOutRecords, mostInFilter, noRecords, together } from '../../../src/shared/derive/left-out.ts';

const keys = (count: number, from = 0): readonly string[] => Array.from({ length: count }, (_, at) => String(from + at));

test('as many keys as a filter accepts are listed, and none of more', () => {
  expect(leftOutRecords(keys(mostInFilter))).toMatchObject({ count: 10_000, keys: { length: 10_000 } });
  expect(leftOutRecords(keys(mostInFilter + 1))).toEqual({ count: 10_001, keys: [] });
});

test('together they are listed if a filter accepts all of them', () => {
  expect(together([leftOutRecords(['a', 'b']), noRecords, leftOutRecords(['c'])])).toEqual({ count: 3, keys: ['a', 'b', 'c'] });
  const half = leftOutRecords(keys(mostInFilter / 2));
  expect(together([half, leftOutRecords(keys(mostInFilter / 2, mostInFilter))])).toMatchObject({ count: 10_000, keys: { length: 10_000 } });
  expect(together([half, half, leftOutRecords(['one more'])])).toEqual({ count: 10_001, keys: [] });
});
