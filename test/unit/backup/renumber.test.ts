import { expect, test } from 'vitest';
import { renumber, type MirroredAnew } from '../../../src/core/backup/renumber.ts';

const at = (day: number): string => `2026-11-0${String(day)}T10:00:00.000Z`;
const generation = (number: number, ...datasets: readonly string[]) => ({ number, at: at(number), datasets: JSON.stringify(datasets) });

function renumbered(anew: readonly MirroredAnew[], after = 5) {
  const numbers = renumber([generation(1, 'labs', 'vitals'), generation(2, 'labs'), generation(3, 'vitals')], after, anew);
  return {
    kept: numbers.kept.map(({ old, number, at: time, datasets }) => [old, number, time, datasets]),
    now: [0, 1, 2, 3].map((old) => numbers.of(old)),
    isKept: [1, 2, 3].map((old) => numbers.isKept(old)),
    moved: numbers.moved,
  };
}

test('generations are numbered on from the last of the backup', () => {
  expect(renumbered([{ dataset: 'labs', base: 1, differs: true }])).toEqual({
    kept: [
      [1, 6, at(1), '["labs","vitals"]'],
      [2, 7, at(2), '["labs"]'],
      [3, 8, at(3), '["vitals"]'],
    ],
    now: [0, 6, 7, 8],
    isKept: [true, true, true],
    moved: [
      { old: 1, now: 6 },
      { old: 2, now: 7 },
      { old: 3, now: 8 },
    ],
  });
});

test('a fresh mirror that found everything as in the backup changed nothing', () => {
  const found = renumbered([{ dataset: 'labs', base: 1, differs: false }]);
  expect(found.kept[0]).toEqual([1, 6, at(1), '["vitals"]']);
});

test('a generation in which nothing changed is dropped, and its number is that of the one before', () => {
  const found = renumbered([
    { dataset: 'labs', base: 2, differs: false },
    { dataset: 'vitals', base: 3, differs: false },
  ]);
  expect(found).toMatchObject({ kept: [[1, 6, at(1), '["labs","vitals"]']], now: [0, 6, 6, 6], isKept: [true, false, false] });
});

test('a fresh mirror that differs counts, although its generation did not name the dataset', () => {
  expect(renumbered([{ dataset: 'responses', base: 2, differs: true }]).kept[1]).toEqual([2, 7, at(2), '["labs","responses"]']);
});

test('a number that stays has not moved', () => {
  expect(renumbered([], 0).moved).toEqual([]);
});
