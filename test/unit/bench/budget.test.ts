import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { budgetSchema, compareTo, recordedIn } from '../../bench/budget.ts';
import { notchOf, ratioOf, tableOf, type Figure } from '../../bench/figures.ts';

const what = 'first sync ÷ fetch and parse';

/** Nine rounds around a ratio, which differ by up to 4 % of it. */
function around(ratio: number, { noise = 0.01 }: { readonly noise?: number } = {}): Figure {
  const rounds = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => ratio * (1 + step * noise));
  return { part: 'mirror', what, value: ratio, unit: '×', rounds, promised: null, detail: '' };
}

const budget = recordedIn({}, [around(2)]);

describe('the budget of ratios', () => {
  test('a regression of 10 % is reported, with both ratios and their spread', () => {
    expect(compareTo(budget, [around(2.2)]).worse).toEqual([`mirror, ${what}: 2.20 × ± 0.05, the budget is 2.00 × ± 0.04`]);
  });

  test.each([
    ['the same ratio', 2],
    ['a better one', 1.2],
    ['one that is worse by less than the spread of both', 2.08],
  ])('%s is within it', (_label, ratio) => {
    expect(compareTo(budget, [around(ratio)])).toEqual({ worse: [], unclear: [] });
  });

  test('less than 5 % is never worse, however small the spread', () => {
    const exact = recordedIn({}, [around(2, { noise: 0 })]);
    expect(compareTo(exact, [around(2.09, { noise: 0 })]).worse).toEqual([]);
    expect(compareTo(exact, [around(2.11, { noise: 0 })]).worse).toHaveLength(1);
  });

  test('rounds that scatter too much to show 10 % are reported as such, and are not worse', () => {
    expect(compareTo(budget, [around(2.15, { noise: 0.05 })])).toEqual({
      worse: [],
      unclear: [`mirror, ${what}: 2.15 × ± 0.23, a regression of 13 % would not show`],
    });
  });

  test('a recorded ratio that is missing from its part is reported; another part, or what cannot be measured here, is not', () => {
    expect(compareTo(budget, [{ ...around(2), what: 'renamed' }]).worse).toEqual([`mirror, ${what}: was not measured under this name`]);
    expect(compareTo(budget, [{ ...around(9), part: 'export' }]).worse).toEqual([]);
    expect(compareTo(budget, [{ ...around(9), value: Number.NaN }]).worse).toEqual([]);
  });

  test('recording replaces the ratios of the measured parts and keeps the others; times and single values are not recorded', () => {
    const before = { mirror: { old: { ratio: 1, spread: 0.1 } }, start: { kept: { ratio: 3, spread: 0.2 } } };
    const single: Figure = { part: 'mirror', what: 'once', value: 0.12, unit: '×', promised: null, detail: '' };
    const next = recordedIn(before, [around(2), single, { ...around(2), what: 'a time', unit: 'ms' }]);
    expect(next).toEqual({ mirror: { [what]: { ratio: 2, spread: 0.042 } }, start: { kept: { ratio: 3, spread: 0.2 } } });
  });

  test('recording keeps what could not be measured here', () => {
    const before = { mirror: { [what]: { ratio: 1, spread: 0.1 }, 'other tool': { ratio: 9, spread: 1 } } };
    const missing = { ...around(1), what: 'other tool', value: Number.NaN, rounds: [] };
    expect(recordedIn(before, [around(2), missing]).mirror).toEqual({
      [what]: { ratio: 2, spread: 0.042 },
      'other tool': { ratio: 9, spread: 1 },
    });
  });

  test('the recorded file can be read', () => {
    const file = join(import.meta.dirname, '../../bench/budget.json');
    expect(Object.keys(budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8'))))).toEqual(
      expect.arrayContaining(['mirror', 'export', 'start']),
    );
  });
});

describe('ratios of rounds', () => {
  test('are those of each round, with their median and its notch in the table', () => {
    const ratio = ratioOf([2, 30, 4], [1, 10, 1]);
    expect(ratio).toEqual({ value: 3, unit: '×', rounds: [2, 3, 4] });
    expect(tableOf([{ part: 'mirror', what, promised: null, detail: '', ...ratio }])).toContain('3.00 × ± 1.81');
  });

  test('a single round has no spread', () => {
    expect(notchOf([2])).toBe(0);
  });
});
