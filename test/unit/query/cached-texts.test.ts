import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { NumberFiller, rank, TextFiller } from '../../../src/core/query/columns-in-memory/fillers.ts';
import { containsText } from '../../../src/core/query/contains.ts';
import { createSlices, stepsBetweenChecks } from '../../../src/core/query/columns-in-memory/slices.ts';

/** Texts of few letters, so that many begin alike, are equal, or would match across two of them. */
const text = fc
  .array(fc.constantFrom('a', 'b', 'A', 'é', '\u{1f600}', '\ue000', '\u212a'), { maxLength: 6 })
  .map((letters) => letters.join(''));
const longText = fc.tuple(fc.constantFrom('', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'), text).map(([before, after]) => before + after);
const bytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

async function filled(cells: readonly (string | null)[]) {
  const filler = new TextFiller(cells.length, false);
  cells.forEach((cell, at) => {
    filler.put(at, cell);
  });
  const { cells: numbers, values } = await filler.finish(cells.length, createSlices());
  return { numbers, texts: values.texts };
}

describe('a column of texts', () => {
  test('holds its distinct texts in byte order, and for each cell the number of its text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(longText), { maxLength: 120 }), async (cells) => {
        const { numbers, texts } = await filled(cells);
        const sorted = [...new Set(cells.filter((cell) => cell !== null))].sort(bytes);
        expect(Array.from({ length: texts.count }, (_, index) => texts.get(index + 1))).toEqual(sorted);
        expect(Array.from(numbers)).toEqual(cells.map((cell) => (cell === null ? 0 : sorted.indexOf(cell) + 1)));
        for (const wanted of [...sorted, 'c', 'aa']) expect(texts.find(wanted)).toBe(sorted.indexOf(wanted) + 1);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  test('finds the texts that contain a given one, never across two texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(longText, { maxLength: 40 }), text, async (cells, wanted) => {
        const { texts } = await filled(cells);
        const lower = (letters: string): string => letters.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        const isAscii = /^[ab]*$/i.test(wanted);
        const expected = Array.from({ length: texts.count }, (_, index) => {
          const own = texts.get(index + 1);
          return isAscii ? lower(own).includes(lower(wanted)) : own.toLowerCase().includes(wanted.toLowerCase());
        });
        const oneByOne = (): boolean[] => Array.from({ length: texts.count }, (_, index) => texts.finder(wanted)(index + 1));
        expect(oneByOne()).toEqual(expected);
        expect(Array.from(texts.containing(wanted).subarray(1), (is) => is === 1)).toEqual(expected);
        // From the cache now.
        expect(oneByOne()).toEqual(expected);
        expect(texts.finder(wanted)(0)).toBe(false);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('finds the same for a word that is typed letter by letter, changed and shortened, as in a plain walk over all texts', async () => {
    // Among texts of many letters, a part of a word is in few of them, so that the texts it was found in are searched for the longer word.
    const letter = fc.constantFrom('a', 'b', 'A', 'B', 'k', 'K', '\u212a', 'é', 'É', '7', '-', 'ς', 'σ', '\u{1f600}', 'ı', 'İ');
    const letters = fc.array(letter, { maxLength: 5 }).map((all) => all.join(''));
    const long = fc.array(letter, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(letters, { maxLength: 60 }), fc.array(long, { minLength: 1, maxLength: 4 }), async (cells, words) => {
        const { texts } = await filled(cells);
        for (const word of words)
          for (const wanted of [...word.keys(), word.length, word.length - 1].map((length) => word.slice(0, length).join(''))) {
            const plain = containsText(wanted);
            const expected = Array.from({ length: texts.count }, (_, index) => plain(texts.get(index + 1)));
            expect(Array.from(texts.containing(wanted).subarray(1), (is) => is === 1)).toEqual(expected);
          }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('searches only the texts in which a part of the word was found, if they are few', async () => {
    const cells = Array.from({ length: 10_000 }, (_, index) => `id-${String(index).padStart(4, '0')}`);
    const { texts } = await filled([...cells, '\u212aid-12']);
    const marked = (wanted: string): string[] =>
      [...texts.containing(wanted).entries()].filter(([, met]) => met === 1).map(([number]) => texts.get(number));
    expect(marked('12')).toHaveLength(299 + 1);
    const walks = vi.spyOn(String.prototype, 'indexOf');
    const found = marked('123');
    const walked = walks.mock.calls.filter(([wanted]) => wanted === '123').length;
    walks.mockRestore();
    expect(found).toEqual(cells.filter((cell) => cell.includes('123')));
    expect(walked).toBe(0);
    expect(marked('\u212aid')).toEqual(['\u212aid-12']);
  });

  test('does the same with very many texts, some of which come twice', async () => {
    const cells = Array.from({ length: 70_000 }, (_, index) => `id-${String((index * 7919) % 50_000).padStart(5, '0')}`);
    const { numbers, texts } = await filled(cells);
    expect(texts.count).toBe(50_000);
    expect(numbers.every((number, at) => texts.get(number) === cells[at])).toBe(true);
    expect(texts.get(1)).toBe('id-00000');
    expect(texts.get(50_000)).toBe('id-49999');
  });
});

test('a column of very many numbers holds the distinct ones in ascending order, and for each cell the number of its value', async () => {
  const cells = Array.from({ length: 200_000 }, (_, index) => (index % 11 === 0 ? null : ((index * 7919) % 150_001) / 7 - 1000));
  const filler = new NumberFiller(cells.length);
  cells.forEach((cell, at) => {
    filler.put(at, cell);
  });
  const { cells: numbers, values } = await filler.finish(cells.length, createSlices());
  const sorted = [...new Set(cells.filter((cell) => cell !== null))].sort((one, other) => one - other);
  expect(Array.from(values.subarray(1))).toEqual(sorted);
  expect(numbers.every((number, at) => (number === 0 ? cells[at] === null : values[number] === cells[at]))).toBe(true);
});

test('every loop over very many numbers checks regularly whether to yield, even if all of them are NaN', async () => {
  const numbers = new Float64Array(20 * stepsBetweenChecks).fill(Number.NaN);
  let looks = 0;
  const slices = {
    due: () => {
      looks++;
      return false;
    },
    rest: async () => undefined,
  };
  expect((await rank(numbers, slices)).distinct).toHaveLength(0);
  // One loop finds the numbers, one assigns the places.
  expect(looks).toBe(2 * 20);
});
