import { describe, expect, test } from 'vitest';
import type { LeavingTexts } from '../../../../src/core/export/protect/leaving-texts.ts';
import { isNumber, leavingNumbers } from '../../../../src/core/export/protect/measured-numbers.ts';
import { findColumn } from '../../../../src/core/query/columns.ts';
import type { StoredValue } from '../../../../src/core/query/fetch-rows.ts';
import { datasets } from '../../../../src/shared/datasets/datasets.ts';

const { labs, responses } = datasets;
/** All texts leave but one. */
const texts: LeavingTexts = { verdictsOf: () => () => 'usual', leavesOf: () => (text) => text !== 'secret' };
const numbers = leavingNumbers(labs, texts);

/** Whether a number leaves a row of labs with these other cells. */
function leaves(name: string, cell: StoredValue, row: Readonly<Record<string, StoredValue>> = {}): boolean {
  const beside = numbers.beside.map((column) => row[column.name] ?? null);
  return numbers.doesLeave(findColumn(labs, name), cell, beside);
}

describe('a number leaves', () => {
  test('as it was sent if its digits may be measured ones, whatever else the row holds', () => {
    expect([leaves('result_number', '5.10', {}), leaves('result_number', '290525'), leaves('result_number', null)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('as a derived one with any digits behind the point, which were not sent', () => {
    expect([leaves('times_upper_limit', 1 / 3), leaves('result_number', 1 / 3)]).toEqual([true, false]);
  });

  test('as a derived one only if its own digits and all other numbers of the row may be measured ones', () => {
    expect(leaves('times_upper_limit', 2.5, { result_number: 100, range_high: 40 })).toBe(true);
    expect(leaves('times_upper_limit', 290_525, { result_number: 100, range_high: 40 })).toBe(false);
    expect(leaves('times_upper_limit', 2.5, { result_number: 290_525, range_high: 40 })).toBe(false);
    expect(leaves('times_upper_limit', 2.5, { result_number: 100, range_high: 290_525 })).toBe(false);
  });

  test('as a derived one only if each text that it was read from leaves', () => {
    expect(leaves('range_high', 40, { reference_range: '7 - 40' })).toBe(true);
    expect(leaves('range_high', 40, { reference_range: 'secret' })).toBe(false);
    expect(leaves('range_high', 40, { result: 'secret' })).toBe(true);
    expect(leaves('times_upper_limit', 2, { result: 'secret' })).toBe(false);
  });
});

test('the rule in parts names what each derived column was read from, and judges a cell as the whole rule does', () => {
  const { readFrom, isExported } = numbers.derived;
  const names = (name: string): readonly string[] => readFrom(findColumn(labs, name)).map((column) => column.name);
  expect([names('times_upper_limit'), names('range_high'), names('test')]).toEqual([
    ['result', 'reference_range'],
    ['reference_range'],
    [],
  ]);
  const range = findColumn(labs, 'reference_range');
  expect([isExported(range, 'secret'), isExported(range, '7 - 40'), isExported(range, null), isExported(range, 5)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('a count leaves with at most three digits, and an empty cell always', () => {
  const count = responses.columns.find(({ counts }) => counts === true);
  if (count === undefined) throw new Error('There is no column of counts.');
  expect([999, 1000, -1, 2.5, null].map((cell) => isNumber(count, cell))).toEqual([true, false, false, false, true]);
});
