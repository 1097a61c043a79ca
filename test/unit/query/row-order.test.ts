import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRows, orderMarked, type Ordering } from '../../../src/core/query/columns-in-memory/row-order.ts';

type Term = Ordering['terms'][number];

/** What a term of an order is made from: a value number for each row, 0 for none. */
interface Drawn {
  readonly numbers: readonly number[];
  readonly values: number;
  readonly kind: 'u8' | 'u16' | 'u32';
  readonly hasTable: boolean;
  readonly isDescending: boolean;
}

const arrays = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const;

function termOf({ numbers, values, kind, hasTable, isDescending }: Drawn): Term {
  const rankOf = (number: number): number => (number === 0 ? values : isDescending ? values - number : number - 1);
  const table = Uint32Array.from({ length: values + 1 }, (_, number) => rankOf(number));
  const ranks = hasTable ? table : isDescending ? 'descending' : 'ascending';
  const isUnique = values === numbers.length && new Set(numbers).size === values && !numbers.includes(0);
  return { cells: arrays[kind].from(numbers), ranks, count: values + 1, isUnique };
}

const rows = fc.integer({ min: 1, max: 40 });
const termsOf = (count: number): fc.Arbitrary<readonly Term[]> => {
  const kind = fc.constantFrom('u8', 'u16', 'u32');
  const some = fc.integer({ min: 1, max: 6 }).chain((values) =>
    fc.record({
      numbers: fc.array(fc.integer({ min: 0, max: values }), { minLength: count, maxLength: count }),
      values: fc.constant(values),
      kind,
      hasTable: fc.boolean(),
      isDescending: fc.boolean(),
    }),
  );
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const unique = fc.record({
    numbers: fc.shuffledSubarray(all, { minLength: count }),
    values: fc.constant(count),
    kind,
    hasTable: fc.boolean(),
    isDescending: fc.boolean(),
  });
  return fc.array(fc.oneof(some, unique), { maxLength: 3 }).map((drawn) => drawn.map(termOf));
};

/** The definition: rows compared by one rank after the other, and then by position. */
function plainOrder({ rows: count, terms, isBackwards }: Ordering): readonly number[] {
  const rankOf = ({ cells, ranks, count: ranked }: Term, at: number): number => {
    const cell = cells[at] ?? 0;
    if (typeof ranks !== 'string') return ranks[cell] ?? 0;
    if (cell === 0) return ranked - 1;
    return ranks === 'descending' ? ranked - 1 - cell : cell - 1;
  };
  const compare = (one: number, other: number): number =>
    terms.map((term) => rankOf(term, one) - rankOf(term, other)).find((difference) => difference !== 0) ??
    (isBackwards ? other - one : one - other);
  return Array.from({ length: count }, (_, at) => at).sort(compare);
}

test('the first rows, and all rows, are those of a plain sort by rank and position', () => {
  fc.assert(
    fc.property(
      rows.chain((count) =>
        fc.record({
          count: fc.constant(count),
          terms: termsOf(count),
          isBackwards: fc.boolean(),
          marked: fc.option(fc.array(fc.boolean(), { minLength: count, maxLength: count })),
          most: fc.integer({ min: 1, max: 50 }),
        }),
      ),
      ({ count, terms, isBackwards, marked, most }) => {
        const ordering = { rows: count, terms, isBackwards };
        const marks = marked === null ? 'all' : Uint8Array.from(marked, Number);
        const wanted = plainOrder(ordering).filter((at) => marks === 'all' || marks[at] === 1);
        expect(firstRows(ordering, marks, most)).toEqual(wanted.slice(0, most));
        expect(Array.from(orderMarked(ordering, marks))).toEqual(wanted);
      },
    ),
    { seed: 1, numRuns: 2000 },
  );
});
