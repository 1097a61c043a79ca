import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Listing, ListingSource } from '../../../src/core/listings/listing.ts';
import { signOf, wallTime, worked, workedNumber } from '../../../src/core/listings/listing.ts';
import { liverListing } from '../../../src/core/listings/liver-listing.ts';
import { sayNames } from '../../../src/core/listings/several-names.ts';
import { shiftsListing } from '../../../src/core/listings/shifts-listing.ts';
import { worstGradeListing } from '../../../src/core/listings/worst-grade-listing.ts';
import { usualLiverWindow } from '../../../src/shared/derive/hys-law.ts';
import { leftOutRecords, noRecords, type LeftOutRecords } from '../../../src/shared/derive/left-out.ts';
import { nothingScreened, type LiverScreening, type ScreenedSubject } from '../../../src/shared/derive/liver-screening.ts';
import { nothingLeftOut } from '../../../src/shared/derive/result-series.ts';
import type { Shifts } from '../../../src/shared/derive/shifts.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

/** The cells of each row by the name of their column. */
function named({ columns, rows }: Listing): readonly Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));
}

const records = (count: number): LeftOutRecords => leftOutRecords(Array.from({ length: count }, (_, at) => `r${String(at)}`));

describe('the cells of a listing', () => {
  test('show a time to the minute, and only the day at midnight', () => {
    expect(wallTime(Date.UTC(2025, 0, 2, 3, 4, 59))).toBe('2025-01-02T03:04');
    expect(wallTime(Date.UTC(2025, 0, 2, 0, 1))).toBe('2025-01-02T00:01');
    expect([wallTime(Date.UTC(2025, 0, 2)), wallTime(0), wallTime(null)]).toEqual(['2025-01-02', '1970-01-01', null]);
  });

  test('show the sign of a bound, and none of a number', () => {
    expect([signOf({ beyond: -1 }), signOf({ beyond: 1 }), signOf({ beyond: 0 }), signOf(null)]).toEqual(['<', '>', null, null]);
  });

  test('belong to columns that no single row has', () => {
    const column = workedNumber('n', 'Number', 'How many.');
    expect(column).toMatchObject({
      kind: 'number',
      decimals: 0,
      width: 120,
      rule: 'How many.',
      sdtm: null,
      section: 'Derived',
      shown: true,
    });
    expect(column).not.toHaveProperty('alignRight');
    expect(worked('t', 'Text', 'What.', { alignRight: true, sdtm: 'T' })).toMatchObject({ alignRight: true, sdtm: 'T', width: 140 });
    expect(() => ('derive' in column ? column.derive({}, {} as never) : null)).toThrow('has no value of a single row');
  });
});

describe('several names of a code', () => {
  const tests = (codes: number) =>
    Array.from({ length: codes }, (_, at) =>
      ['a', 'b'].map((name) => ({ test: `${name}${String(at)}`, code: `C${String(at)}`, records: 1 })),
    );

  test('are told for the codes of the shown tests only', () => {
    expect(sayNames(tests(2).flat(), ['a1'])).toBe(' 1 test code (C1) has several test names, each of which is a test of its own here.');
    expect(sayNames(tests(2).flat(), ['a1', 'b0'])).toBe(
      ' 2 test codes (C0, C1) have several test names, each of which is a test of its own here.',
    );
    expect(sayNames(tests(2).flat(), ['x'])).toBe('');
  });

  test('name at most ten codes', () => {
    const says = (codes: number): string =>
      sayNames(
        tests(codes).flat(),
        tests(codes)
          .flat()
          .map(({ test: name }) => name),
      );
    const ten = 'C0, C1, C2, C3, C4, C5, C6, C7, C8, C9';
    expect(says(10)).toContain(` 10 test codes (${ten}) have`);
    expect(says(11)).toContain(` 11 test codes (${ten} and 1 more) have`);
  });
});

const sourceOf = (figures: object): ListingSource => {
  const tally = { with: async (read: (known: object, generation: number) => unknown) => read({ labs: [], vitals: [] }, 1) };
  return { study: fixture.study, tally, figures } as unknown as ListingSource;
};

describe('the liver screen', () => {
  const screened: ScreenedSubject = {
    subject: '0012',
    screen: { peakTransaminase: 3.5, peakBilirubin: 2.5, quadrant: 'both', withinDays: true, ratio: 4, cholestasis: true },
    atPeak: { transaminase: null, bilirubin: null },
    peaks: { ALT: { times: 3.5, beyond: 1 }, AST: { times: 3, beyond: 0 }, BILI: { times: 2.5, beyond: -1 }, ALP: null },
  };
  const listed = (screening: Partial<LiverScreening>, tests: readonly object[] = []) =>
    liverListing(sourceOf({ liver: async () => ({ tests, screening: { ...nothingScreened(usualLiverWindow), ...screening } }) }), {
      name: 'liver',
      subjects: null,
    });
  const first = async (differing: Partial<ScreenedSubject>) => named(await listed({ subjects: [{ ...screened, ...differing }] }))[0];

  test('has the peak of each test with its sign', async () => {
    expect(await first({})).toMatchObject({
      ...{ peak_alt_sign: '>', peak_alt: 3.5, peak_ast_sign: null, peak_ast: 3, peak_bilirubin_sign: '<', peak_bilirubin: 2.5 },
      ...{ peak_alp_sign: null, peak_alp: null, peak_transaminase: 3.5, r_ratio: 4, quadrant: 'both', not_drawn: null },
    });
  });

  test.each([
    [true, 'Y'],
    [false, 'N'],
    [null, null],
  ])('says of cholestasis and nearness that are %s: %s', async (is, cell) => {
    expect(await first({ screen: { ...screened.screen, cholestasis: is, withinDays: is } })).toMatchObject({
      cholestasis: cell,
      within_days: cell,
    });
  });

  test('says why a subject is not drawn', async () => {
    const screen = { ...screened.screen, quadrant: null, withinDays: null, peakBilirubin: null };
    expect(await first({ screen })).toMatchObject({ quadrant: null, not_drawn: 'no total bilirubin with an upper limit' });
  });

  test('has the day of a peak, and no medications where they are not mirrored', async () => {
    const peak = { code: 'ALT', key: 'a', day: 0, times: 3.5, beyond: 0 } as const;
    const atPeak = { transaminase: peak, bilirubin: { ...peak, day: null } };
    expect(await first({ atPeak })).toMatchObject({
      ...{ peak_transaminase_date: '1970-01-01', running_at_peak_transaminase: null, peak_bilirubin_date: null },
    });
  });

  test('has no medications at a peak without a day', async () => {
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z' WHERE dataset = 'medications'");
    fixture.add('medications', [{ record_id: 'm', subject: '0012', medication: 'aspirin', started: '1969-12-01', ended: null }]);
    const peak = { code: 'ALT', key: 'a', day: 0, times: 3.5, beyond: 0 } as const;
    const atPeak = { transaminase: peak, bilirubin: { ...peak, day: null } };
    expect(await first({ atPeak })).toMatchObject({
      running_at_peak_transaminase: 'aspirin, started 1969-12-01, 31 days before, end not recorded',
      stopped_before_peak_transaminase: null,
      running_at_peak_bilirubin: null,
    });
  });

  test('counts what it leaves out', async () => {
    const leftOut = { texts: records(1), nameless: records(2), carriedForward: noRecords };
    const { says } = await listed({ subjects: [screened], results: 5, withoutLimit: records(1), undated: records(2), leftOut }, [
      { test: 'SGPT', code: 'ALT' },
      { test: 'AST', code: 'AST' },
    ]);
    expect(says).toBe(
      '1 subject with SGPT (ALT), AST (AST); 5 results, of which 1 has no usable upper limit and 2 count for a peak only, without a complete, valid date. ' +
        `Both in time: within ${String(usualLiverWindow.withinDays)} days of each other, in either order, whatever the window of the chart. ` +
        'Not included: 1 result without a number, 2 results without a subject. The medications of this study are not mirrored.',
    );
    const nothing = await listed({ otherCode: records(1), withoutLimit: records(2), undated: records(1) });
    expect(nothing.says).toContain(
      '0 subjects with none of ALT, AST, total bilirubin and ALP; 0 results, of which 2 have no usable upper limit',
    );
    expect(nothing.says).toContain('and 1 counts for a peak only');
    expect(nothing.says).toContain('0 results without a subject, 1 result of these names with another test code or none. ');
  });

  test('counts a medication without a readable start once, whatever the number of peaks', async () => {
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z' WHERE dataset = 'medications'");
    fixture.add('medications', [
      { record_id: 'm', subject: '0012', medication: 'aspirin', started: null },
      { record_id: 'n', subject: '0013', medication: 'aspirin', started: null },
    ]);
    const peak = { code: 'ALT', key: 'a', day: 0, times: 3.5, beyond: 0 } as const;
    const atPeak = { transaminase: peak, bilirubin: { ...peak, day: 1 } };
    const says = async (...subjects: readonly ScreenedSubject[]) => (await listed({ subjects })).says;
    expect(await says({ ...screened, atPeak })).toContain(' 1 medication record has no readable start;');
    expect(await says({ ...screened, atPeak }, { ...screened, subject: '0013', atPeak })).toContain(
      ' 2 medication records have no readable start;',
    );
    expect(await says(screened)).toContain(' 0 medication records have no readable start;');
  });
});

describe('shifts', () => {
  const alt: Shifts = {
    ...{ test: 'ALT', unit: 'U/L', subjects: [], otherUnits: noRecords, otherCodes: noRecords, undated: noRecords, bounds: 0 },
    ...{ unanchored: [], ofUnanchored: noRecords, leftOut: nothingLeftOut },
  };
  const shift = {
    ...{ subject: '0012', baseline: 'NORMAL', worst: { low: 'LOW', high: 'HIGH' } },
    values: {
      baseline: { value: 20, unit: 'U/L', beyond: 0 },
      low: { value: 5, unit: 'U/L', beyond: -1 },
      high: { value: 1, unit: 'kat/L', beyond: 1 },
    },
  };
  const anchor = { kind: 'baseline' } as const;
  const listed = async (...all: readonly object[]) =>
    shiftsListing(sourceOf({ shifts: async ({ test: name }: { readonly test: string }) => ({ shifts: all[Number(name)] }) }), {
      ...{ name: 'shifts', subjects: null, anchor },
      tests: all.map((_, at) => String(at)),
    });

  test('have their values in the unit of the test, with the sign of a bound', async () => {
    expect(named(await listed({ ...alt, subjects: [shift] }))).toEqual([
      {
        ...{ test: 'ALT', subject: '0012', unit: 'U/L', baseline: 'NORMAL', worst_low: 'LOW', worst_high: 'HIGH' },
        ...{ shift_low: 'NORMAL to LOW', shift_high: 'NORMAL to HIGH', baseline_sign: null, baseline_value: 20 },
        ...{ lowest_sign: '<', lowest_value: 5, highest_sign: '>', highest_value: null },
      },
    ]);
  });

  test('count what they leave out over all tests, and each subject without the anchor once', async () => {
    const leftOut = { texts: records(1), nameless: records(2), carriedForward: records(3) };
    const one = { ...alt, undated: records(4), leftOut, unanchored: ['0013', '0014'], otherUnits: records(1), otherCodes: records(1) };
    const { says, anchor: from } = await listed(one, { ...alt, unanchored: ['0014'], otherCodes: records(2) });
    expect(from).toBe('the baseline assessment');
    expect(says).toBe(
      '0 shifts of 2 tests, from the baseline assessment. Not included: 4 results without a complete, valid date, 1 result without a number, ' +
        '2 results without a subject, 3 results carried forward from an earlier visit and 2 subjects without that anchor. ' +
        '1 result in a unit that cannot be converted, counted by their own flags. ' +
        '3 results with another service code or test code than most of the same name, counted with them.',
    );
    expect((await listed(alt)).says).toMatch(
      /^0 shifts of 1 test, .* 0 results in a unit that cannot be converted, counted by their own flags\.$/,
    );
  });
});

describe('worst grades', () => {
  const grade = { subject: '0012', baseline: 0, worst: 3, record: 'a' };
  const grades = {
    ...{ version: '5.0', ungraded: records(1), undated: records(2), nameless: records(3), unanchored: ['x'], ofUnanchored: records(4) },
  };
  const listed = (subjects: readonly object[]) =>
    worstGradeListing(
      sourceOf({ grades: async () => ({ ...grades, tests: [{ code: 'ALT', term: 'ALT increased', direction: 'high', subjects }] }) }),
      { name: 'worst-grade', subjects: null, anchor: { kind: 'baseline' } },
    );

  test('have the result with the grade, and a shift if both grades are known', async () => {
    fixture.add('labs', [{ record_id: 'a', subject: '0012', test: 'ALT', visit: 'WEEK 2', result: '900', unit: 'U/L' }]);
    const other = { ...grade, subject: '0013' };
    const found = named(
      await listed([grade, { ...other, baseline: null }, { ...other, worst: null, record: null }, { ...other, record: 'gone' }]),
    );
    expect(found).toMatchObject([
      {
        subject: '0012',
        test_code: 'ALT',
        direction: 'high',
        grade_shift: '0 to 3',
        test: 'ALT',
        visit: 'WEEK 2',
        result: '900',
        record_id: 'a',
      },
      { baseline_grade: null, worst_grade: 3, grade_shift: null, result: '900' },
      { worst_grade: null, grade_shift: null, test: null, record_id: null },
      { grade_shift: '0 to 3', test: null, result: null, record_id: 'gone' },
    ]);
  });

  test('count the subjects with grade 3 or more, each once, and what is left out', async () => {
    const of = (subject: string, worst: number | null) => ({ ...grade, subject, worst, record: null });
    const { says } = await listed([of('1', 2), of('2', 3), of('3', 4), of('3', 4), of('4', null), of('5', 3)]);
    expect(says).toMatch(/^CTCAE 5\.0 grades of 5 subjects, 3 subjects with grade 3 or 4 after the baseline assessment\. /);
    expect(says).toContain(
      'Not included: 1 result after that day that could not be graded, 2 results without a complete, valid date, ' +
        '3 results without a subject and 4 results of 1 subject without that day. ',
    );
    expect(says).toMatch(/ Criteria: NCI, Common Terminology Criteria for Adverse Events v5\.0, 27 November 2017\.$/);
  });

  test('say so if there is no anchor', async () => {
    fixture.add('labs', [{ record_id: 'a', subject: '0012', test: 'ALT' }]);
    const found = await worstGradeListing(sourceOf({ grades: async () => ({ ...grades, tests: [] }) }), {
      name: 'worst-grade',
      subjects: null,
    });
    expect(found.anchor).toBeNull();
    expect(found.says).toContain('0 subjects with grade 3 or 4 after no day, because there is no anchor. ');
  });
});
