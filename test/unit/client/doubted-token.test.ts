import { expect, test } from 'vitest';
import { createDoubtedToken } from '../../../src/core/client/doubted-token.ts';

test('doubts a renewed token until the service accepts that one', () => {
  const doubted = createDoubtedToken();
  expect(doubted.isDoubted('a')).toBe(false);
  doubted.doubt('a');
  expect([doubted.isDoubted('a'), doubted.isDoubted('b')]).toEqual([true, false]);
  doubted.trust('b');
  expect(doubted.isDoubted('a')).toBe(true);
  doubted.trust('a');
  expect(doubted.isDoubted('a')).toBe(false);
});
