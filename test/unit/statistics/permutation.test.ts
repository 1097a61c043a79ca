import { describe, expect, test } from 'vitest';
import { holm } from '../../../src/shared/statistics/holm.ts';
import { digamma, logVarianceBias, successiveFreedom } from '../../../src/shared/statistics/log-variance.ts';
import { chancesOfSets, seededNumbers } from '../../../src/shared/statistics/random-sets.ts';

test.each([
  [0.1, -10.423754940411076],
  [0.5, -1.9635100260214235],
  [1, -0.5772156649015329],
  [1.5, 0.03648997397857652],
  [2.25, 0.5725464666237347],
  [5, 1.5061176684318003],
  [11.9, 2.4339335368825377],
  [12, 2.4426616799758123],
  [40, 3.6763273740348428],
  [1000, 6.907255195648812],
])('digamma of %d equals that of scipy 1.17.1', (of, theirs) => {
  expect(Math.abs(digamma(of) - theirs)).toBeLessThan(1e-13 * Math.max(1, Math.abs(theirs)));
});

test('the log of half the mean square of successive differences, less its bias, estimates the log of the variance', () => {
  const random = seededNumbers(1);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (const values of [4, 8, 20]) {
    const logs = Array.from({ length: 20_000 }, () => {
      const numbers = Array.from({ length: values }, normal);
      const squares = numbers.slice(1).reduce((sum, one, at) => sum + (one - (numbers[at] ?? 0)) ** 2, 0);
      return Math.log(squares / (2 * (values - 1))) - logVarianceBias(successiveFreedom(values));
    });
    expect(Math.abs(logs.reduce((sum, one) => sum + one, 0) / logs.length)).toBeLessThan(0.05);
  }
});

test("Holm's adjustment equals R's p.adjust", () => {
  const ours = holm([0.01, 0.04, 0.03, 0.005, 0.6, 0.2]);
  expect(ours.map((p) => Number(p.toFixed(12)))).toEqual([0.05, 0.12, 0.12, 0.03, 0.6, 0.4]);
  expect(holm([0.9, 0.8, 0.2])).toEqual([1, 1, expect.closeTo(0.6)]);
  expect(holm([])).toEqual([]);
});

describe('chances of sets', () => {
  const values = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
  const sumOf = (size: number) => (places: Int32Array) => places.subarray(0, size).reduce((sum, place) => sum + (values[place] ?? 0), 0);

  test('approximate those over all sets', () => {
    const sets = [
      [0, 1, 2],
      [0, 1, 5],
      [7, 8, 9],
    ];
    // Of the 120 sets of three, 1, 7 and 120 have at least as large a sum.
    const chances = chancesOfSets({ of: 10, sets, measure: sumOf(3), most: 20_000, seed: 1 });
    expect(chances[0]).toBeGreaterThan(0.5 / 120);
    expect(chances[0]).toBeLessThan(2.2 / 120);
    expect(chances[1]).toBeGreaterThan(1 / 120);
    expect(chances[2]).toBe(1);
  });

  test.each([1, 2, 4])('are 1 for a set that every other one equals, even if no more than %i are drawn', (most) => {
    expect(chancesOfSets({ of: 10, sets: [[0, 1, 2]], measure: () => 7, most, seed: 1 })).toEqual([1]);
  });

  test('are the same for the same seed, and at most 1 in 20 about as often as that', () => {
    let below = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const random = seededNumbers(seed);
      const numbers = Array.from({ length: 40 }, random);
      const measure = (places: Int32Array): number => places.subarray(0, 8).reduce((sum, place) => sum + (numbers[place] ?? 0), 0);
      const asked = { of: 40, sets: [[0, 1, 2, 3, 4, 5, 6, 7]], measure, most: 2000, seed };
      const [chance = 1] = chancesOfSets(asked);
      if (seed <= 3) expect(chancesOfSets(asked)).toEqual([chance]);
      if (chance <= 0.05) below++;
    }
    expect(below).toBeGreaterThan(25);
    expect(below).toBeLessThan(70);
  });
});
