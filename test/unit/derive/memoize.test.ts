import { expect, test, vi } from 'vitest';
import { memoize, memoizeThree } from '../../../src/shared/derive/memoize.ts';

test('asks once for the same three texts, and distinguishes a missing text from an empty one', () => {
  const read = vi.fn((first: string | null, second: string | null, third: string | null) => JSON.stringify([first, second, third]));
  const asked = memoizeThree(read);
  for (let round = 0; round < 2; round++) {
    expect(asked('ALT', null, 'U/L')).toBe('["ALT",null,"U/L"]');
    expect(asked('ALT', '', 'U/L')).toBe('["ALT","","U/L"]');
    expect(asked('ALT', 'U/L', null)).toBe('["ALT","U/L",null]');
    expect(asked(null, 'ALT', 'U/L')).toBe('[null,"ALT","U/L"]');
  }
  expect(read).toHaveBeenCalledTimes(4);
});

test('memoizes an answer of null', () => {
  const read = vi.fn(() => null);
  const asked = memoizeThree<string | null>(read);
  expect([asked('a', 'b', 'c'), asked('a', 'b', 'c')]).toEqual([null, null]);
  expect(read).toHaveBeenCalledTimes(1);
});

test('does not memoize long texts, and forgets earlier answers after many others', () => {
  const read = vi.fn((first: string | null) => `read ${first ?? ''}`);
  const asked = memoizeThree(read);
  const long = 'x'.repeat(201);
  expect([asked(long, null, null), asked(long, null, null)]).toEqual([`read ${long}`, `read ${long}`]);
  expect(read).toHaveBeenCalledTimes(2);
  for (let at = 0; at < 4100; at++) expect(asked(String(at), 'b', 'c')).toBe(`read ${String(at)}`);
  expect(asked('0', 'b', 'c')).toBe('read 0');
  expect(read).toHaveBeenCalledTimes(4103);
});

test('a text is read once, and again only after 2,000 others', () => {
  const read = vi.fn((text: string) => text.length);
  const asked = memoize(read);
  for (let at = 0; at < 2000; at++) asked(String(at));
  expect(asked('0')).toBe(1);
  expect(read).toHaveBeenCalledTimes(2000);
  asked('one more');
  expect(asked('0')).toBe(1);
  expect(read).toHaveBeenCalledTimes(2002);
});

test('three texts are read once, and again only after 2,000 others', () => {
  const read = vi.fn((first: string | null) => first);
  const asked = memoizeThree(read);
  for (let at = 0; at < 2000; at++) asked(String(at), null, null);
  asked('0', null, null);
  expect(read).toHaveBeenCalledTimes(2000);
  asked('one more', null, null);
  asked('0', null, null);
  expect(read).toHaveBeenCalledTimes(2002);
});
