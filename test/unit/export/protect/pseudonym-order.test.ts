import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberedTexts, type EntryColumn } from '../../../../src/core/export/columns/entry-columns.ts';
import { orderByIds, ranksOfPseudonyms } from '../../../../src/core/export/protect/pseudonym-order.ts';

const digit = fc.constantFrom('0', '9', 'A', 'Z');
const beginning = fc.constantFrom('R-000000', 'R-00000Z', 'R-Z00000');
const pseudonym = fc.tuple(beginning, fc.array(digit, { minLength: 7, maxLength: 7 })).map(([first, rest]) => first + rest.join(''));

test('ranks pseudonyms by all of their digits and gives equal ones the same rank', () => {
  fc.assert(
    fc.property(fc.array(pseudonym, { maxLength: 30 }), (texts) => {
      const places = [...new Set(texts)].sort();
      expect([...ranksOfPseudonyms(numberedTexts(texts))]).toEqual([0, ...texts.map((text) => places.indexOf(text) + 1)]);
    }),
  );
});

/** A column in which each row has its own text. */
function idsOf(texts: readonly string[]): EntryColumn {
  const cells = Uint32Array.from(texts, (_, row) => row + 1);
  return { kind: 'text', cells, entryOf: null, numbers: 0, ...numberedTexts(texts) };
}

/** Expects rows that come in runs of equal sort terms to be ordered by their texts within each run, stably. */
function expectOrder(texts: readonly string[], runs: readonly number[]): void {
  const run = Uint32Array.from(runs.flatMap((rows, number) => Array<number>(rows).fill(number)));
  const term = { cells: run, ranks: Uint32Array.from(runs, (_, number) => number), count: runs.length, isUnique: false };
  const order = Uint32Array.from(texts, (_, row) => row);
  orderByIds(order, [term], idsOf(texts));
  const byText = (one: number, other: number): number => (texts[one] ?? '').localeCompare(texts[other] ?? '', 'en') || one - other;
  const rows = Array.from(texts, (_, row) => row);
  expect([...order]).toEqual(rows.sort((one, other) => (run[one] ?? 0) - (run[other] ?? 0) || byText(one, other)));
}

test('orders otherwise equal rows by pseudonym, stably', () => {
  fc.assert(
    fc.property(fc.array(fc.array(pseudonym, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 5 }), (runs) => {
      expectOrder(
        runs.flat(),
        runs.map(({ length }) => length),
      );
    }),
  );
});

test.each([1, 2, 32, 33, 4095, 4096, 4097, 10_000])('orders a run of %i otherwise equal rows between others by pseudonym', (rows) => {
  const made = (at: number): string => `R-${((at * 2_654_435_761) % 2 ** 32).toString(10).padStart(13, '0')}`;
  // Every tenth shares its first digits with the one before.
  const texts = Array.from({ length: rows + 3 }, (_, at) => (at % 10 === 9 ? `${made(at - 1).slice(0, 9)}000000` : made(at)));
  expectOrder(texts, [1, rows, 2]);
});
