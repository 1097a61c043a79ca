import { expect, test } from 'vitest';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';

test('the answer that was used least recently goes first', () => {
  const cache = createLruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  cache.set('a', 4);
  cache.set('d', 5);
  expect(cache.all()).toEqual([4, 5]);
  cache.remove('a');
  expect([cache.get('a'), cache.all()]).toEqual([undefined, [5]]);
});
