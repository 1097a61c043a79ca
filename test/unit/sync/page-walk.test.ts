import { describe, expect, test } from 'vitest';
import { createPageWalk, mostPages, type PageFacts, type PageWalk } from '../../../src/core/sync/page-walk.ts';

const none: ReadonlySet<number> = new Set();

function facts(next: number | null | 'unreadable' | 'impossible', over: Partial<PageFacts> = {}): PageFacts {
  const linked =
    next === null ? { kind: 'none' as const } : typeof next === 'number' ? { kind: 'page' as const, page: next } : { kind: next };
  return { entries: 10, total: 70, next: linked, last: 7, ...over };
}
function walked(...pages: readonly (readonly [number, PageFacts])[]): PageWalk {
  const walk = createPageWalk();
  for (const [page, told] of pages) walk.add(page, told);
  return walk;
}

describe('pages that are asked for', () => {
  test('page 1 alone at first', () => {
    expect(createPageWalk().wanted(none, 4)).toEqual([1]);
    expect(createPageWalk().wanted(new Set([1]), 4)).toEqual([]);
  });

  test('then up to four, never beyond last', () => {
    const walk = walked([1, facts(2)]);
    expect(walk.wanted(none, 4)).toEqual([2, 3, 4, 5]);
    expect(walk.wanted(new Set([2, 3, 4]), 1)).toEqual([5]);
    walk.add(2, facts(3));
    walk.add(3, facts(4));
    walk.add(4, facts(5));
    walk.add(5, facts(6));
    expect(walk.wanted(none, 4)).toEqual([6, 7]);
  });

  test('without a last link one after the other, by next', () => {
    const walk = walked([1, facts(2, { last: null })]);
    expect(walk.wanted(none, 4)).toEqual([2]);
    expect(walk.wanted(new Set([2]), 4)).toEqual([]);
    walk.add(2, facts(3, { last: null }));
    expect(walk.wanted(none, 4)).toEqual([3]);
  });

  test('beyond last only where next says so', () => {
    const walk = walked([1, facts(2, { last: 1, total: null })]);
    expect(walk.wanted(none, 4)).toEqual([2]);
  });

  test('resumed pages are not asked for again, and the first new one tells last', () => {
    const staged = { last: null };
    const walk = walked([1, facts(2, staged)], [2, facts(3, staged)], [4, facts(5, staged)]);
    expect(walk.wanted(none, 4)).toEqual([3]);
    walk.add(3, facts(4));
    expect(walk.wanted(none, 4)).toEqual([5, 6, 7]);
  });
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

  test('with a next link that cannot be read only where no more is due', () => {
    expect(createPageWalk().add(1, facts('unreadable', { entries: 10, total: 10, last: 1 }))).toBeNull();
    expect(createPageWalk().add(1, facts('unreadable', { entries: 10, total: 11, last: null }))).toBe('next-unreadable');
    expect(createPageWalk().add(1, facts('unreadable', { entries: 10, total: null, last: null }))).toBe('next-unreadable');
  });
});

describe('what makes a walk inconsistent, found at once', () => {
  test.each([
    ['another total', facts(3, { total: 71 }), 'total-changed'],
    ['no total any more', facts(3, { total: null }), 'total-changed'],
    ['more records than announced', facts(3, { entries: 61 }), 'more-than-total'],
    ['next to itself', facts(2), 'next-elsewhere'],
    ['next backwards', facts(1), 'next-elsewhere'],
    ['next far ahead', facts(1e9), 'next-elsewhere'],
    ['an impossible next', facts('impossible'), 'next-elsewhere'],
    ['no next before the last page', facts(null), 'chain-broken'],
  ])('%s', (_name, second, problem) => {
    expect(walked([1, facts(2)]).add(2, second)).toBe(problem);
  });

  test.each([[-3], [1e18 - 1]])('a total of %i never adds up', (total) => {
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
