import { describe, expect, test, vi } from 'vitest';
import { TextFiller } from '../../../src/core/query/columns-in-memory/fillers.ts';
import { createSlices } from '../../../src/core/query/columns-in-memory/slices.ts';
import { firstWithWords, keepWithWord, type WordSearch } from '../../../src/core/query/columns-in-memory/word-search.ts';

const positions = (rows: number): Uint32Array => Uint32Array.from({ length: rows }, (_, at) => at);

/** A word that is in the rows which pass this test, in a column of as many cells as rows. */
function wordIn(rows: number, passes: (at: number) => boolean): WordSearch {
  return {
    word: 'w',
    tables: new Map([[positions(rows), Uint8Array.from(positions(rows), (at) => (passes(at) ? 1 : 0))]]),
    large: new Map(),
  };
}

/** A word in a column of one text a row, all different. */
async function wordInTexts(rows: number, word: string, textOf: (at: number) => string) {
  const filler = new TextFiller(rows, false);
  for (let at = 0; at < rows; at++) filler.put(at, textOf(at));
  const { cells, values: filled } = await filler.finish(rows, createSlices());
  const values = { are: 'texts', ...filled, count: filled.texts.count, timeRanks: null } as const;
  const search: WordSearch = { word, tables: new Map(), large: new Map([[cells, values]]) };
  return { search, containing: vi.spyOn(values.texts, 'containing') };
}

describe('the first rows of a quick search', () => {
  test('come in the order that is asked for, without the rows that are not marked', () => {
    const order = positions(20).toReversed();
    const even = wordIn(20, (at) => at % 2 === 0);
    expect(firstWithWords(order, 'all', [even], 3)).toEqual([18, 16, 14]);
    const below = Uint8Array.from(order, (_, at) => (at < 10 ? 1 : 0));
    expect(firstWithWords(order, below, [even], 3)).toEqual([8, 6, 4]);
    expect(firstWithWords(order, below, [even], 30)).toEqual([8, 6, 4, 2, 0]);
  });

  test('contain every word', () => {
    const words = [wordIn(40, (at) => at % 2 === 0), wordIn(40, (at) => at % 3 === 0)];
    expect(firstWithWords(positions(40), 'all', words, 4)).toEqual([0, 6, 12, 18]);
  });

  test('are found row by row as long as the page will be full sooner than all rows are searched', () => {
    const rows = 100_000;
    const everyFiftieth = wordIn(rows, (at) => at % 50 === 0);
    expect(firstWithWords(positions(rows), 'all', [everyFiftieth], 100)).toEqual(Array.from({ length: 100 }, (_, at) => at * 50));
  });

  test('are left to a search of all rows if hardly any of the first rows has the word', () => {
    const late = wordIn(100_000, (at) => at >= 50_000);
    expect(firstWithWords(positions(100_000), 'all', [late], 1)).toBeNull();
    const rare = wordIn(100_000, (at) => at % 1000 === 0);
    expect(firstWithWords(positions(100_000), 'all', [rare], 100)).toBeNull();
  });

  test('are all that there are if the rows end before that', () => {
    const last = wordIn(4_000, (at) => at === 3_999);
    expect(firstWithWords(positions(4_000), 'all', [last], 10)).toEqual([3_999]);
    const [few, some] = [Uint8Array.from(positions(100_000), (at) => (at % 100 === 0 ? 1 : 0)), wordIn(100_000, (at) => at === 99_900)];
    expect(firstWithWords(positions(100_000), few, [some], 10)).toEqual([99_900]);
  });

  test('are none, without testing a row, if a word is in no text', () => {
    const order = positions(100_000);
    expect(firstWithWords(order, 'all', [wordIn(100_000, () => true), wordIn(100_000, () => false)], 10)).toEqual([]);
  });
});

describe('keeping the rows with a word', () => {
  const rows = 5_000;
  const texts = () => wordInTexts(rows, 'b7', (at) => `a${String(at)}${at % 4 === 0 ? '-b7' : ''}`);

  test('searches all texts at once if most rows may have it', async () => {
    const { search, containing } = await texts();
    const marks = new Uint8Array(rows).fill(1);
    keepWithWord(marks, search);
    expect(containing).toHaveBeenCalled();
    expect(marks).toEqual(Uint8Array.from(marks, (_, at) => (at % 4 === 0 ? 1 : 0)));
  });

  test('tests the rows one by one if few are left, with the same result', async () => {
    const { search, containing } = await texts();
    const marks = new Uint8Array(rows).map((_, at) => (at % 10 === 0 ? 1 : 0));
    keepWithWord(marks, search);
    expect(containing).not.toHaveBeenCalled();
    expect(marks).toEqual(Uint8Array.from(marks, (_, at) => (at % 20 === 0 ? 1 : 0)));
  });

  test('keeps none of no rows', async () => {
    const { search } = await texts();
    const marks = new Uint8Array(rows);
    keepWithWord(marks, search);
    expect(marks).not.toContain(1);
  });
});
