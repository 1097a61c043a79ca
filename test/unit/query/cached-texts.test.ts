import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NumberFiller, rank, TextFiller } from '../../../src/core/query/columns-in-memory/fillers.ts';
import { createSlices, stepsBetweenLooks } from '../../../src/core/query/columns-in-memory/slices.ts';

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
  const numbers = new Float64Array(20 * stepsBetweenLooks).fill(Number.NaN);
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
