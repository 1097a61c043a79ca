import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Combinations } from '../../../src/core/store/pages/combinations.ts';

test('returns one value per combination of the chosen cells', () => {
  const cell = fc.constantFrom(null, '', 'a', 'b', 0, 1, '1');
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 80 }), (rows) => {
      const combinations = new Combinations<number>([0, 2, 3]);
      const expected = new Map<string, number>();
      for (const row of rows) {
        const name = JSON.stringify([row[0], row[2], row[3]]);
        const next = expected.size;
        expect(combinations.get(row, () => next)).toBe(expected.get(name) ?? next);
        if (!expected.has(name)) expected.set(name, next);
        expect(combinations.size).toBe(expected.size);
      }
    }),
  );
});

test('treats all rows as one combination if no cells are chosen', () => {
  const combinations = new Combinations<string>([]);
  expect([combinations.get(['a'], () => 'first'), combinations.get(['b'], () => 'second')]).toEqual(['first', 'first']);
});
