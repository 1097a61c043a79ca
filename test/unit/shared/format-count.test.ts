import { expect, test } from 'vitest';
import { formatCount, formatCountOf } from '../../../src/shared/format-count.ts';

const english = new Intl.NumberFormat('en-US');

test.each([0, 1, 12, 999, 1000, 12_345, 123_456, 1_234_567, 1_000_000_000, -1, -999, -1000, -123_456, 1.4, 999.9, 1234.5, 1e15])(
  '%d is formatted as Intl formats it in English',
  (count) => {
    expect(formatCount(count)).toBe(english.format(count));
  },
);

test('only one is in the singular', () => {
  expect([0, 1, 2, 1200].map((count) => formatCountOf(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows', '1,200 rows']);
  expect(formatCountOf(2, 'study', 'studies')).toBe('2 studies');
});
