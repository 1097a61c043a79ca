import { describe, expect, test } from 'vitest';
import { gradeCells } from '../../../src/shared/datasets/grade-columns.ts';
import { defaultTerms, type StudyTerms } from '../../../src/shared/terms/study-terms.ts';

/** The grade cells of a result that is a text; CTCAE 5.0 by default. */
function cells(code: string, [result, unit, range]: readonly (string | null)[], terms: StudyTerms = defaultTerms): readonly unknown[] {
  const row = { result_number: null, result: result ?? null, unit: unit ?? null, reference_range: range ?? null };
  return gradeCells(row, { code, terms, baseline: null });
}

describe('a bound is graded in the unit that follows it', () => {
  test.each([
    ['LYM', '>3000 /uL', '10*9/L', '1 - 4', [0, null, 'bound allows several grades']],
    ['NEUT', '<100 /uL', '10*9/L', '1.5 - 7', [4, null, null]],
    ['PLAT', '<5 K/uL', null, '150 - 400 K/uL', [4, null, null]],
    // A range without a unit has that of the record: 1 ukat/L is 60 U/L.
    ['LIPASET', '>100 U/L', 'ukat/L', '0.2 - 1', [null, null, 'bound allows several grades']],
    ['LIPASET', '>6 ukat/L', 'U/L', '13 - 60', [null, 4, null]],
    ['PLAT', '<5', 'K/uL', '150 - 400', [4, null, null]],
    ['PLAT', '<5 furlongs', 'K/uL', '150 - 400', [null, null, 'unit not recognised or not convertible']],
  ])('%s %s, unit %s, range %s: %j', (code, result, unit, range, expected) => {
    expect(cells(code, [result, unit, range])).toEqual(expected);
  });

  test("as defined by the study's own decision on units", () => {
    const terms: StudyTerms = { ...defaultTerms, units: [{ text: 'Zellen', unit: '/uL' }] };
    expect(cells('NEUT', ['<100 Zellen', '10*9/L', '1.5 - 7'], terms)).toEqual([4, null, null]);
  });
});

describe('a number is graded by multiples of its range only where it has a flag', () => {
  test.each([
    [null, '7 - 56 U/L', null],
    ['', '7 - 56 U/L', null],
    ['furlongs', '7 - 56 U/L', null],
    [null, '7 - 56', 3],
    ['U/L', '7 - 56', 3],
    ['U/L', '7 - 56 IU/L', 3],
  ])('300, unit %j, range %s: grade %j', (unit, reference_range, grade) => {
    const row = { result_number: 300, result: '300', unit, reference_range };
    const terms: StudyTerms = { ...defaultTerms, ctcae: '4.03' };
    const why = grade === null ? 'unit not recognised or not convertible' : null;
    expect(gradeCells(row, { code: 'ALT', terms, baseline: null })).toEqual([null, grade, why]);
  });
});
