import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isOneSlipApart } from '../../../src/core/checks/one-slip.ts';
import { otherSpellings } from '../../../src/core/checks/spellings.ts';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';
import { keysFoundBy } from './found-by.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

/** Keys of the medications that a check finds. */
function foundBy(check: CheckName): Promise<readonly string[]> {
  return keysFoundBy(fixture.study, check, 'medications');
}

const usual: FixtureRow = {
  ...{ medication: 'ondansetron 8 MG Oral Tablet', medication_code: '312086', dose: 8, dose_unit: 'mg', route: 'Oral' },
};

/** Twenty usual courses of three days, each of a different subject, and the odd ones. */
function add(...odd: readonly FixtureRow[]): void {
  const usuals = Array.from({ length: 20 }, (_, n) => ({
    ...usual,
    subject: `S${String(n)}`,
    record_id: `u${String(n).padStart(2, '0')}`,
  }));
  const dated = { started: '2025-03-01T08:00:00', ended: '2025-03-04T08:00:00' };
  fixture.add(
    'medications',
    [...usuals, ...odd.map((row, n) => ({ ...usual, subject: `X${String(n)}`, record_id: `x${String(n)}`, ...row }))].map((row) => ({
      ...dated,
      ...row,
    })),
  );
}

describe('doses', () => {
  test.each<[string, FixtureRow, CheckName, boolean]>([
    ['ten times the usual dose', { dose: 80 }, 'tenfold-dose', true],
    ['a tenth of the usual dose', { dose: 0.8 }, 'tenfold-dose', true],
    ['twice the usual dose', { dose: 16 }, 'tenfold-dose', false],
    ['five times the usual dose', { dose: 40 }, 'tenfold-dose', false],
    ['ten times the usual dose in percent', { dose: 80, dose_unit: '%' }, 'tenfold-dose', false],
    ['in another unit', { dose_unit: 'g' }, 'other-dose-unit', true],
    ['in another spelling of the unit', { dose_unit: 'MG' }, 'other-dose-unit', false],
    ['in tablets', { dose: 1, dose_unit: 'TABLET' }, 'other-dose-unit', false],
    ['without a dose', { dose: null }, 'missing-dosage', true],
    ['without a unit', { dose_unit: null }, 'missing-dosage', true],
    ['without a route', { route: null }, 'missing-dosage', true],
    ['without a dose, of a drug that never has one', { medication: 'cream', dose: null, dose_unit: null }, 'missing-dosage', false],
    ['applied to the skin', { route: 'Topical', dose: null, dose_unit: null }, 'missing-dosage', false],
  ])('%s: %j', async (_, row, check, isFound) => {
    add(row);
    expect(await foundBy(check)).toEqual(isFound ? ['x0'] : []);
  });

  test('that vary widely are not compared', async () => {
    fixture.add(
      'medications',
      [5, 10, 20, 40, 60, 100, 100, 50, 5, 5].map((dose, n) => ({
        medication: 'prednisone',
        dose,
        dose_unit: 'mg',
        subject: String(n),
        record_id: String(n),
      })),
    );
    expect(await foundBy('tenfold-dose')).toEqual([]);
  });

  test('without a route are accepted if many records lack it', async () => {
    add({ route: null }, { route: null }, { route: null }, { route: null });
    expect(await foundBy('missing-dosage')).toEqual([]);
  });
});

describe('names, codes and routes', () => {
  test.each<[string, FixtureRow, CheckName, boolean]>([
    ['with one wrong letter', { medication: 'ondensetron 8 MG Oral Tablet' }, 'spelled-otherwise', true],
    ['with other letter case and punctuation', { medication: 'Ondansetron 8mg oral-tablet' }, 'spelled-otherwise', false],
    ['with other letter case and spaces', { medication: 'Ondansetron 8mg oral tablet' }, 'spelled-otherwise', true],
    ['of another strength', { medication: 'ondansetron 4 MG Oral Tablet' }, 'spelled-otherwise', false],
    ['blank', { medication: ' ' }, 'no-drug', true],
    ['unknown', { medication: 'Unknown' }, 'no-drug', true],
    ['not sent', { medication: null }, 'no-drug', false],
    ['with the code of another drug', { medication_code: '29046' }, 'code-of-another', true],
    ['with the code of another drug and its name', { medication: 'lisinopril', medication_code: '29046' }, 'code-of-another', false],
    ['under the code of another name', { medication: 'lisinopril' }, 'code-of-another', true],
    ['an oral tablet given intravenously', { medication: 'lisinopril 10 MG Oral Tablet', route: 'Intravenous' }, 'other-route', true],
    ['by a different route than all others', { route: 'Rectal' }, 'other-route', true],
    ['by the usual route', {}, 'other-route', false],
  ])('%s: %j', async (_, row, check, isFound) => {
    add(row);
    expect(await foundBy(check)).toEqual(isFound ? ['x0'] : []);
  });

  test.each([
    ['potassium', 'potasium', true],
    ['potassium', 'potassuim', true],
    ['ondansetron', 'ondensetron', true],
    ['vitamins', 'vitamin', false],
    ['vitamin', 'vitamin d', false],
    ['codeine 15', 'codeine 16', false],
    ['losartan 5', 'losartan 5', false],
    ['insulin', 'insulon', true],
    ['zantac', 'xantac', false],
    ['chloride sodium', 'chlorida sodiun', false],
  ])('%s and %s are one slip apart: %j', (left, right, isSlip) => {
    expect(isOneSlipApart(left, right, { least: 7, otherLetter: true })).toBe(isSlip);
  });

  test('a text of 12,000 letters has no spelling, which is found in linear time', () => {
    const long = Array.from({ length: 12_000 }, (_, at) => String.fromCharCode(97 + ((at * 7919) % 26))).join('');
    const before = process.threadCpuUsage();
    expect(otherSpellings(new Map([[long, 9]]), { least: 7, otherLetter: true })).toEqual([]);
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  });

  test('thousands of names that differ in one letter are not compared in pairs', () => {
    const names = Array.from(
      { length: 5000 },
      (_, at) => [`hemoglobin${String.fromCharCode(0x4e00 + at)}`, at % 2 === 0 ? 1 : 25] as const,
    );
    const before = process.threadCpuUsage();
    expect(otherSpellings(new Map([...names, ['hemoglobin', 1]]), { least: 6, otherLetter: false })).toEqual(['hemoglobin']);
    expect(process.threadCpuUsage(before).user).toBeLessThan(4_000_000);
  });

  test('compares with names of at least five records, which are five times as many', () => {
    const found = (usual: number, other: number) =>
      otherSpellings(
        new Map([
          ['Ondansetron', usual],
          ['Ondansetrn', other],
        ]),
        { least: 7, otherLetter: true },
      );
    expect(found(5, 1)).toEqual(['Ondansetrn']);
    expect(found(4, 1)).toEqual([]);
    expect(found(10, 2)).toEqual(['Ondansetrn']);
    expect(found(9, 2)).toEqual([]);
  });

  test('does not count a substituted letter as a slip unless asked to', () => {
    expect(isOneSlipApart('weight', 'height', { least: 6, otherLetter: false })).toBe(false);
    expect(isOneSlipApart('weight', 'weght', { least: 5, otherLetter: false })).toBe(true);
  });
});

describe('courses', () => {
  test.each<[string, string, string, boolean]>([
    ['a year, where others last days', '2024-03-01T08:00:00', '2025-03-04T08:00:00', true],
    ['a month', '2025-02-01T08:00:00', '2025-03-04T08:00:00', false],
    ['from a start known only by its year', '2023', '2025-03-04T08:00:00', false],
  ])('%s', async (_, started, ended, isFound) => {
    add({ started, ended });
    expect(await foundBy('long-course')).toEqual(isFound ? ['x0'] : []);
  });

  const other = { subject: 'S1' };
  test.each<[string, FixtureRow, boolean]>([
    ['that overlap by days', { ...other, started: '2025-03-02T08:00:00', ended: '2025-03-06T08:00:00' }, true],
    ['one after the other', { ...other, started: '2025-03-04T08:00:00', ended: '2025-03-06T08:00:00' }, false],
    ['one of which has no end', { ...other, started: '2025-03-02T08:00:00', ended: null }, false],
    ['with one start and two doses', { ...other, ended: null, dose: 4 }, true],
    ['by another route', { ...other, started: '2025-03-02T08:00:00', ended: '2025-03-06T08:00:00', route: 'Rectal' }, false],
    ['of two subjects', { started: '2025-03-02T08:00:00', ended: '2025-03-06T08:00:00' }, false],
  ])('two courses %s are found: %j', async (_, row, isFound) => {
    add(row);
    expect(await foundBy('overlapping-courses')).toEqual(isFound ? ['x0'] : []);
  });

  test('finds a repeated course regardless of its directions, also on dates without a time', async () => {
    add(
      { subject: 'S1', directions: 'as needed' },
      { started: '2025-04-01', ended: null },
      { subject: 'X1', started: '2025-04-01', ended: null },
    );
    expect(await foundBy('repeated-record')).toEqual(['x0', 'x2']);
  });

  test('accepts courses that the study sends again at each visit', async () => {
    add(...Array.from({ length: 5 }, () => ({ subject: 'S1' })));
    expect(await foundBy('repeated-record')).toEqual([]);
    expect(await foundBy('overlapping-courses')).toEqual([]);
  });

  test('finds an end after the pass only in a study that has hardly any such ends', async () => {
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z'");
    const rows = (ends: readonly string[]): readonly FixtureRow[] =>
      ends.map((ended, n) => ({ ...usual, started: '2025-03-01T08:00:00', ended, subject: String(n), record_id: `${ended}${String(n)}` }));
    fixture.add('medications', rows([...Array.from({ length: 100 }, () => '2025-03-04T08:00:00'), '2028-03-04T08:00:00']));
    expect(await foundBy('implausible-date')).toEqual(['2028-03-04T08:00:00100']);
    fixture.add('medications', rows(Array.from({ length: 4 }, () => '2027-03-04T08:00:00')));
    expect(await foundBy('implausible-date')).toEqual([]);
  });
});
