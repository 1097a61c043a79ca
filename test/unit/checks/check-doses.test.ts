import { describe, expect, test } from 'vitest';
import { checkDrugCourses } from '../../../src/core/checks/check-drug-courses.ts';
import { findDoses } from '../../../src/core/checks/check-medications.ts';
import type { Medication } from '../../../src/core/checks/read-medications.ts';
import { keysOf, medications } from './medications.ts';

const dosesOf = (doses: readonly (number | null)[], more: Partial<Medication> = {}): readonly Medication[] =>
  medications(doses.length, (n) => ({ dose: doses[n] ?? null, ...more }));

describe('a dose far from the usual one', () => {
  const unusual = (doses: readonly (number | null)[], more: Partial<Medication> = {}): readonly string[] =>
    keysOf(findDoses(dosesOf(doses, more)), 'unusual-dose');

  test.each<[readonly (number | null)[], readonly string[]]>([
    [[5, 5, 5, 5, 250], ['m4']],
    [[5, 5, 5, 5, 249], []],
    [[5, 5, 5, 5, 0.1], ['m4']],
    [[5, 5, 5, 5, 0.11], []],
    [[5, 5, 250, 5, 5], ['m2']],
    [[5, 5, 5, 250], []],
    [[5, 5, 5, 250, null], []],
    [[5, 5, 5, 250, 0], ['m4']],
    [[0], ['m0']],
    [[-1], ['m0']],
    [[0.001], []],
    [
      [1, 2, 3, 150, 160],
      ['m3', 'm4'],
    ],
    [[1, 1, 1, 3, 50, 50], []],
  ])('%j: %j', (doses, found) => {
    expect(unusual(doses)).toEqual(found);
  });

  test.each<Partial<Medication>>([{ drug: '' }, { unit: '' }])('is not judged with %j, unless it is 0 or below', (unknown) => {
    expect(unusual([5, 5, 5, 5, 250, 0], unknown)).toEqual(['m5']);
  });

  test('is compared within one drug and one unit, and each course once', () => {
    const usual = medications(4);
    const other = (more: Partial<Medication>): readonly Medication[] => medications(1, () => ({ dose: 250, ...more }), 'x');
    expect(findDoses([...usual, ...other({ unit: 'g' })])).toEqual([]);
    expect(findDoses([...usual, ...other({ drug: 'else' })])).toEqual([]);
    expect(keysOf(findDoses([...usual, ...other({})]), 'unusual-dose')).toEqual(['x0']);
    const again = medications(1, () => ({ subject: 'm0' }), 'again');
    expect(findDoses([...usual.slice(0, 3), ...again, ...other({})])).toEqual([]);
  });
});

describe('a dose ten times the usual one, or a tenth of it', () => {
  const tenfold = (doses: readonly (number | null)[], more: Partial<Medication> = {}): readonly string[] =>
    keysOf(checkDrugCourses(dosesOf(doses, more)), 'tenfold-dose');

  test.each<[readonly (number | null)[], readonly string[]]>([
    [[10, 10, 10, 100], ['m3']],
    [[10, 10, 10, 1], ['m3']],
    [[10, 10, 10, 99], ['m3']],
    [[10, 10, 10, 98.9], []],
    [[10, 10, 10, 101], ['m3']],
    [[10, 10, 10, 101.1], []],
    [[10, 10, 100], []],
    [[10, 10, null, 100], []],
    [[10, 10, 10, 100, 100], []],
    [[10, 10, 10, 10, 10, 100, 100], []],
    [
      [10, 10, 10, 10, 10, 10, 100, 100],
      ['m6', 'm7'],
    ],
    // A dose that one course has is not a usual one.
    [[10, 11, 12, 110], []],
    [[10, 10, 12, 100, 9], ['m3']],
    [[10, 10, 10, 32, 100], ['m4']],
    [[10, 10, 10, 32.1, 100], []],
    [[32, 32, 32, 10, 320], ['m4']],
    [[32.1, 32.1, 32.1, 10, 321], []],
    [[0, 10, 10, 100], []],
    [[0, 10, 10, 10, 10, 10, 100], ['m6']],
    [[10, 10, 100, 10], ['m2']],
  ])('%j: %j', (doses, found) => {
    expect(tenfold(doses)).toEqual(found);
  });

  test('is not judged without a unit or in per cent', () => {
    expect([tenfold([10, 10, 10, 100], { unit: '' }), tenfold([10, 10, 10, 100], { unit: '%' })]).toEqual([[], []]);
  });

  test('is compared within one unit', () => {
    const doses = [...medications(3, () => ({ dose: 10 })), ...medications(1, () => ({ dose: 100, unit: 'ml' }), 'x')];
    expect(keysOf(checkDrugCourses(doses), 'tenfold-dose')).toEqual([]);
  });
});
