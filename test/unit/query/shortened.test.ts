import { expect, test } from 'vitest';
import { shortened, shortenedUndescribed } from '../../../src/core/query/shortened.ts';
import { isShortened, longestShown } from '../../../src/shared/short-text.ts';

const [fits, long] = ['x'.repeat(longestShown), 'x'.repeat(longestShown + 1)];

test('texts up to the limit, numbers and nothing stay as they are', () => {
  for (const value of [fits, '', 7, null]) expect(shortened(value)).toBe(value);
  expect(isShortened(fits)).toBe(false);
});

test('a longer text ends with an ellipsis, and can be told from one that fits', () => {
  expect(shortened(long)).toBe(`${fits}…`);
  expect(isShortened(`${fits}…`)).toBe(true);
  expect([isShortened(long), isShortened('…'), isShortened(`${fits}x`)]).toEqual([false, false, false]);
});

test('a list is shortened in its texts and in their number', () => {
  expect(shortened([long, 'y'])).toEqual([`${fits}…`, 'y']);
  expect(shortened(Array<string>(1001).fill('y'))).toHaveLength(1000);
});

test('what no column describes stays a list of paths and values', () => {
  const short = JSON.stringify([{ path: 'code.note', value: '"late"' }]);
  expect(shortenedUndescribed(short)).toBe(short);
  const listed = JSON.stringify([{ path: 'code.note', value: long }]);
  expect(JSON.parse(String(shortenedUndescribed(listed)))).toEqual([{ path: 'code.note', value: `${fits}…` }]);
  expect(shortenedUndescribed(JSON.stringify(long))).toHaveLength(longestShown + 1);
  expect(shortenedUndescribed(null)).toBeNull();
});
