import { describe, expect, test } from 'vitest';
import { CollectedPages, createRunOrder, latestNews } from '../../../src/core/sync/collected-pages.ts';

function collected(known: readonly (readonly [number, string])[] = []) {
  const order = createRunOrder();
  return { order, pages: new CollectedPages(order, known, () => 7) };
}

describe('pages are confirmed', () => {
  test('only by requests sent after the last answer with something new', () => {
    const { pages } = collected();
    const early = pages.send();
    pages.note(1, 'a', pages.send());
    pages.note(2, 'b', pages.send());
    expect(pages.unconfirmedSince(pages.news)).toEqual([1, 2]);
    // Its answer arrives late, but it was sent before page 2 arrived.
    expect(pages.note(1, 'a', early)).toBe(true);
    expect(pages.unconfirmedSince(pages.news)).toEqual([1, 2]);
    pages.note(1, 'a', pages.send());
    pages.note(2, 'b', pages.send());
    expect(pages.unconfirmedSince(pages.news)).toEqual([]);
  });

  test('all over again if one of them has changed', () => {
    const { pages } = collected();
    for (const page of [1, 2, 3]) pages.note(page, 'a', pages.send());
    for (const page of [1, 2]) pages.note(page, 'a', pages.send());
    expect(pages.note(3, 'b', pages.send())).toBe(false);
    expect(pages.unconfirmedSince(pages.news)).toEqual([1, 2, 3]);
  });

  test('at once if an earlier copy has them unchanged', () => {
    const { pages } = collected([
      [1, 'a'],
      [2, 'b'],
    ]);
    const begun = pages.news;
    pages.note(1, 'a', pages.send());
    pages.note(2, 'b', pages.send());
    expect(pages.news).toBe(begun);
    expect(pages.unconfirmedSince(begun)).toEqual([]);
  });

  test('but not as of later news in another dataset', () => {
    const order = createRunOrder();
    const [labs, vitals] = [new CollectedPages(order), new CollectedPages(order)];
    labs.note(1, 'a', labs.send());
    labs.note(1, 'a', labs.send());
    vitals.note(1, 'a', vitals.send());
    const moment = latestNews([labs.news, vitals.news]);
    expect(labs.unconfirmedSince(labs.news)).toEqual([]);
    expect([labs.unconfirmedSince(moment), vitals.unconfirmedSince(moment)]).toEqual([[1], [1]]);
  });

  test('only once they are requested if they were taken over from an interrupted run', () => {
    const { pages } = collected([[1, 'old']]);
    pages.assume(1, 'a');
    expect(pages.unconfirmedSince(pages.news)).toEqual([1]);
    pages.note(1, 'a', pages.send());
    expect(pages.unconfirmedSince(pages.news)).toEqual([]);
  });

  test('except those beyond the last page', () => {
    const { pages } = collected([[9, 'a']]);
    pages.limitTo(8);
    expect(pages.unconfirmedSince(pages.news)).toEqual([]);
    expect(pages.digestOf(9)).toBeUndefined();
  });

  test('up to the last page itself, and in order', () => {
    const { pages } = collected([
      [8, 'a'],
      [2, 'b'],
    ]);
    pages.limitTo(8);
    expect(pages.unconfirmedSince(pages.news)).toEqual([2, 8]);
  });

  test('anew if they come back with the content they had', () => {
    const { pages } = collected([[9, 'a']]);
    pages.note(9, 'a', pages.send());
    pages.limitTo(8);
    pages.assume(9, 'a');
    expect(pages.unconfirmedSince(pages.news)).toEqual([9]);
  });
});

test('requests and news are numbered in one order, from 1', () => {
  const { order, pages } = collected();
  expect(pages.news).toEqual({ place: 1, at: 7 });
  expect([pages.send(), order.next()]).toEqual([2, 3]);
  pages.changed();
  expect(pages.news).toEqual({ place: 4, at: 7 });
});
