import { describe, expect, test } from 'vitest';
import { createPageWalk, mostPages, readAhead, type PageFacts, type PageWalk } from '../../../src/core/sync/page-walk.ts';

const none: ReadonlySet<number> = new Set();

function facts(next: number | null | 'unreadable' | 'impossible', over: Partial<PageFacts> = {}): PageFacts {
  const linked =
    next === null ? { kind: 'none' as const } : typeof next === 'number' ? { kind: 'page' as const, page: next } : { kind: next };
  return { entries: 10, total: 70, next: linked, last: 7, foreign: false, ...over };
}
function walked(...pages: readonly (readonly [number, PageFacts])[]): PageWalk {
  const walk = createPageWalk();
  for (const [page, reported] of pages) walk.add(page, reported);
  return walk;
}

describe('requested pages', () => {
  test('are page 1 alone at first', () => {
    expect(createPageWalk().wanted(none, 4)).toEqual([1]);
    expect(createPageWalk().wanted(new Set([1]), 4)).toEqual([]);
  });

  test('are then up to four, never beyond last: the last one, then one after the other', () => {
    const walk = walked([1, facts(2)]);
    expect(walk.wanted(none, 4)).toEqual([7, 2, 3, 4]);
    expect(walk.wanted(new Set([7, 2, 3]), 1)).toEqual([4]);
    walk.add(7, facts(null));
    walk.add(3, facts(4));
    walk.add(2, facts(3));
    expect(walk.wanted(new Set([5]), 4)).toEqual([4, 6]);
    walk.add(5, facts(6));
    walk.add(4, facts(5));
    expect(walk.wanted(none, 4)).toEqual([6]);
  });

  test('wait for a late page before the chain is read far ahead of it', () => {
    const walk = createPageWalk();
    const page = (number: number): PageFacts => facts(number + 1, { last: 100, total: 1000 });
    walk.add(1, page(1));
    for (let number = 3; number < 2 + readAhead; number += 1) walk.add(number, page(number));
    walk.add(100, facts(null, { last: 100, total: 1000 }));
    expect(walk.wanted(new Set([2]), 3)).toEqual([]);
    walk.add(2, page(2));
    expect(walk.wanted(none, 2)).toEqual([2 + readAhead, 3 + readAhead]);
  });

  test.each([
    [1, []],
    [2, [2]],
    [3, [3, 2]],
    [7, [7, 2, 3, 4, 5, 6]],
  ])('are each of %i pages once', (last, order) => {
    const walk = createPageWalk();
    const asked: number[] = [];
    for (let [page] = walk.wanted(none, 1); page !== undefined; [page] = walk.wanted(none, 1)) {
      walk.add(page, facts(page < last ? page + 1 : null, { last, total: null }));
      asked.push(page);
    }
    expect(asked).toEqual([1, ...order]);
  });

  test('follow next one after the other without a last link', () => {
    const walk = walked([1, facts(2, { last: null })]);
    expect(walk.wanted(none, 4)).toEqual([2]);
    expect(walk.wanted(new Set([2]), 4)).toEqual([]);
    walk.add(2, facts(3, { last: null }));
    expect(walk.wanted(none, 4)).toEqual([3]);
  });

  test('go beyond last only if next says so', () => {
    const walk = walked([1, facts(2, { last: 1, total: null })]);
    expect(walk.wanted(none, 4)).toEqual([2]);
  });

  test('exclude resumed pages, and the first new one tells the last page', () => {
    const staged = { last: null };
    const walk = walked([1, facts(2, staged)], [2, facts(3, staged)], [4, facts(5, staged)]);
    expect(walk.wanted(none, 4)).toEqual([3]);
    walk.add(3, facts(4));
    expect(walk.wanted(none, 4)).toEqual([7, 5, 6]);
  });
});

test('pages with links to another host are counted', () => {
  expect(walked([1, facts(2, { foreign: true })], [2, facts(3)], [3, facts(4, { foreign: true })]).foreignLinks).toBe(2);
});

describe('the chain closes', () => {
  test('when all pages up to one without next are known, in any order', () => {
    const walk = walked([1, facts(2, { total: 30, last: 3 })], [3, facts(null, { total: 30, last: 3 })]);
    expect(walk.closedAt()).toBeNull();
    expect(walk.add(2, facts(3, { total: 30, last: 3 }))).toBeNull();
    expect([walk.closedAt(), walk.entries, walk.wanted(none, 4)]).toEqual([3, 30, []]);
  });

  test('also with an empty page in the middle and pages of different sizes', () => {
    const walk = createPageWalk();
    expect(walk.add(1, facts(2, { entries: 50, total: 257, last: 4 }))).toBeNull();
    expect(walk.add(2, facts(3, { entries: 0, total: 257, last: 4 }))).toBeNull();
    expect(walk.add(3, facts(4, { entries: 7, total: 257, last: 4 }))).toBeNull();
    expect(walk.add(4, facts(null, { entries: 200, total: 257, last: 4 }))).toBeNull();
    expect(walk.closedAt()).toBe(4);
  });

  test('with an unreadable next link only if no more records are due', () => {
    expect(createPageWalk().add(1, facts('unreadable', { entries: 10, total: 10, last: 1 }))).toBeNull();
    expect(createPageWalk().add(1, facts('unreadable', { entries: 10, total: 11, last: null }))).toBe('next-unreadable');
    expect(createPageWalk().add(1, facts('unreadable', { entries: 10, total: null, last: null }))).toBe('next-unreadable');
  });
});

describe('a walk is inconsistent at once with', () => {
  test.each([
    ['another total', facts(3, { total: 71 }), 'total-changed'],
    ['more records than announced', facts(3, { entries: 61 }), 'more-than-total'],
    ['a next link to itself', facts(2), 'next-elsewhere'],
    ['a next link backwards', facts(1), 'next-elsewhere'],
    ['a next link far ahead', facts(1e9), 'next-elsewhere'],
    ['an impossible next link', facts('impossible'), 'next-elsewhere'],
    ['no next link before the last page', facts(null), 'chain-broken'],
  ])('%s', (_name, second, problem) => {
    expect(walked([1, facts(2)]).add(2, second)).toBe(problem);
  });

  test('no problem if later pages leave out the total', () => {
    const walk = walked([1, facts(2)]);
    expect([walk.add(2, facts(3, { total: null })), walk.total]).toEqual([null, 70]);
  });

  test('another total after pages without one', () => {
    const walk = walked([1, facts(2, { total: null })], [2, facts(3, { total: 70 })]);
    expect([walk.total, walk.add(3, facts(4, { total: 71 }))]).toEqual([70, 'total-changed']);
  });

  test.each([[-3], [1e18 - 1]])('a total of %i that never adds up', (total) => {
    const walk = createPageWalk();
    const problem = walk.add(1, facts(null, { total, last: 1 }));
    expect(total < 0 ? problem : walk.entries === total).toBe(total < 0 ? 'more-than-total' : false);
  });

  test('pages without end', () => {
    const walk = createPageWalk();
    let problem = null;
    let page = 0;
    while (problem === null && page <= mostPages) {
      page += 1;
      problem = walk.add(page, facts(page + 1, { total: null, last: null }));
    }
    expect([problem, page]).toEqual(['too-many-pages', mostPages]);
  });
});
