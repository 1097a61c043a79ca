import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Listing } from '../../../src/core/listings/listing.ts';
import { listingSource, openListing } from '../../../src/core/listings/open-listing.ts';
import { readListing } from '../../../src/core/listings/read-listing.ts';
import { coverageOf } from '../../../src/core/views/coverage.ts';
import { defaultAnchor } from '../../../src/core/views/list-anchors.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { usualLiverWindow } from '../../../src/shared/derive/hys-law.ts';
import type { ListingRequest } from '../../../src/shared/listing-schema.ts';
import { listingNames, listings } from '../../../src/shared/listings.ts';
import { anchorWords } from '../../../src/shared/protection.ts';
import { rowTable } from '../../../src/core/store/database/layout.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  const lab = (
    record_id: string,
    subject: string | null,
    visit: string | null,
    collected: string | null,
    result: string,
    flag: string | null,
  ) => ({
    ...{ record_id, subject, visit, collected, result, test: 'ALT', test_code: 'ALT', unit: 'U/L', result_number: Number(result) },
    ...{ range_flag: flag, range_high: 40, times_upper_limit: Number(result) / 40 },
  });
  fixture.add('subjects', [{ subject: '01-701-1015' }, { subject: '01-701-1023' }]);
  fixture.add('labs', [
    lab('a', '01-701-1015', 'SCREENING 1', '2025-01-01T08:00:00', '20', 'NORMAL'),
    lab('b', '01-701-1015', 'WEEK 2', '2025-01-15T08:00:00', '140', 'HIGH'),
    lab('c', '0099', 'SCREENING 1', '2025-02-01', '30', null),
    lab('d', null, 'WEEK 2', '2025-02-01', '300', 'HIGH'),
    lab('e', '0099', null, null, '50', 'HIGH'),
  ]);
  fixture.add('vitals', [{ record_id: 'v', subject: '0099', visit: 'WEEK 4', collected: '2025-03-01' }]);
  fixture.add('responses', [
    assessed('r0', '01-701-1015', 'Baseline', '2025-01-01', 0, 'Undefined'),
    assessed('r1', '01-701-1015', 'Week 8', '2025-03-01', 1, 'PR'),
  ]);
  fixture.add('medications', [{ record_id: 'm', subject: '0099', started: '2024-12-01' }]);
});
afterEach(() => {
  fixture.remove();
});

function assessed(record_id: string, subject: string, assessment: string, date: string, timepoint: number, conclusion: string): FixtureRow {
  const code = conclusion === 'PR' ? 'PR' : null;
  return {
    record_id,
    subject,
    assessment,
    assessed: date,
    timepoint,
    conclusion,
    response_code: code,
    case_id: '1',
    criteria: 'RECIST 1.1',
  };
}

function open(request: Partial<ListingRequest> & Pick<ListingRequest, 'name'>): Promise<Listing> {
  return openListing(listingSource(fixture.study), { subjects: null, ...request });
}

/** The rows as objects with the cells by column name. */
function named({ columns, rows }: Listing): readonly Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));
}

test('a summary of the subjects can be ordered by any of its columns, as in the window', async () => {
  const ids = async (column: string, descending: boolean): Promise<readonly unknown[]> =>
    named(await open({ name: 'subjects', sort: { column, descending } })).map(({ subject }) => subject);
  expect(await ids('subject', true)).toEqual(['01-701-1023', '01-701-1015', '0099']);
  expect(await ids('worst_liver', true)).toEqual(['01-701-1015', '0099', '01-701-1023']);
  expect((await ids('worst_liver', false)).at(-1)).toBe('01-701-1023');
  await expect(open({ name: 'subjects', sort: { column: 'nosuch', descending: false } })).rejects.toThrow('no column "nosuch"');
  await expect(open({ name: 'liver', sort: { column: 'subject', descending: false } })).rejects.toThrow('takes no sort');
});

test('the window gets the first rows with their number, and whole numbers for columns without decimals', async () => {
  const request: ListingRequest = { name: 'out-of-range', subjects: null };
  const { columns, rows } = await open(request);
  const answer = await readListing(listingSource(fixture.study), request, 1);
  expect([answer.of, answer.rows]).toEqual([rows.length, rows.slice(0, 1)]);
  expect(columns.some(({ decimals }) => decimals === undefined)).toBe(true);
  expect(answer.columns.map(({ name, decimals }) => [name, decimals])).toEqual(columns.map((one) => [one.name, one.decimals ?? 0]));
});

describe('every listing', () => {
  test.each(listingNames)('%s has a cell for each column, a sentence, and a domain that is valid in a transport file', async (name) => {
    const { columns, rows, says } = await open({ name });
    expect(new Set(rows.map((row) => row.length))).toEqual(rows.length === 0 ? new Set() : new Set([columns.length]));
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
    expect(says).toMatch(/\.$/);
    expect(listings[name].domain).toMatch(/^[A-Z]{1,8}$/);
  });

  test('contains only the subjects of the filter', async () => {
    for (const name of listingNames) {
      const rows = named(await open({ name, subjects: ['01-701-1015'] }));
      expect(new Set(rows.map(({ subject }) => subject)), name).toEqual(rows.length === 0 ? new Set() : new Set(['01-701-1015']));
    }
  });

  test('refuses an option that it does not accept', async () => {
    await expect(open({ name: 'liver', tests: ['ALT'] })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('the listing of subjects', () => {
  test('has the members of the Group and the subjects of records, with an overview of their data', async () => {
    const listing = await open({ name: 'subjects' });
    expect(named(listing)).toMatchObject([
      {
        subject: '0099',
        in_group: 'N',
        labs: 2,
        vitals: 1,
        medications: 1,
        responses: 0,
        first: '2024-12-01',
        last: '2025-03-01',
        last_visit: 'WEEK 4',
      },
      {
        subject: '01-701-1015',
        in_group: 'Y',
        labs: 2,
        vitals: 0,
        responses: 2,
        last_visit: 'WEEK 2',
        best_response: 'PR',
        out_of_range: 1,
        worst_liver: 3.5,
        worst_liver_test: 'ALT',
      },
      {
        subject: '01-701-1023',
        in_group: 'Y',
        labs: 0,
        first: null,
        last: null,
        last_visit: null,
        best_response: null,
        out_of_range: 0,
        worst_liver: null,
      },
    ]);
    expect(listing.says).toContain('3 subjects: 2 listed');
  });

  test('says nothing of a dataset that was never mirrored', async () => {
    for (const name of ['subjects', 'vitals', 'labs'] as const) fixture.change(`DELETE FROM ${rowTable(name)}`);
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z' WHERE dataset = 'vitals'");
    const listing = await open({ name: 'subjects' });
    expect(named(listing)[0]).toMatchObject({ in_group: null, labs: null, out_of_range: null, vitals: 0, medications: 1 });
    expect(listing.says).toBe(
      "2 subjects named by records; the service's Group has never been mirrored. Records that name no subject are not counted. Never mirrored, and empty here: Labs.",
    );
  });

  test('ignores partial dates and dates before 1990 or after the pass for the first and last date', async () => {
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z' WHERE dataset = 'labs'");
    fixture.add('labs', [
      { record_id: 'x', subject: '01-701-1015', visit: 'WEEK 99', collected: '2066-01-01' },
      { record_id: 'y', subject: '01-701-1015', visit: 'WEEK 0', collected: '1925-01-01' },
      // Months and years do not name a day.
      { record_id: 'p', subject: '01-701-1015', visit: 'WEEK 99', collected: '2025-12' },
      { record_id: 'q', subject: '01-701-1015', visit: 'WEEK 0', collected: '2024' },
    ]);
    fixture.add('medications', [
      { record_id: 'z', subject: '01-701-1015', started: '2099-01-01' },
      { record_id: 'zz', subject: '01-701-1015', started: '2023-05' },
    ]);
    const [, row] = named(await open({ name: 'subjects' }));
    expect(row).toMatchObject({ labs: 6, medications: 2, first: '2025-01-01', last: '2025-03-01', last_visit: 'WEEK 2' });
  });

  test('counts new and changed records since the user last looked, and notes', async () => {
    fixture.add('labs', [{ record_id: 'new', subject: '0100', collected: '2025-04-01' }], 2);
    fixture.change(`INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES
      (2, '2026-11-21T00:00:00Z', 'labs', 'new', '0100', 'new', '[]'), (2, '2026-11-21T00:00:00Z', 'labs', 'c', '0099', 'changed', '[]')`);
    const note = JSON.stringify({ place: { of: 'subject', subject: '0100' }, text: 'Look', followUp: 'open' });
    fixture.change(
      `INSERT INTO annotation (kind, name, value, at) VALUES ('note', '11111111-1111-4111-8111-111111111111', '${note}', '2026-11-01T08:00:00.000Z')`,
    );
    const rows = named(await open({ name: 'subjects' }));
    const of = (subject: string): unknown => rows.find((row) => row['subject'] === subject);
    expect(of('0100')).toMatchObject({ in_group: 'N', is_new: 'Y', new_records: 1, changed_records: 0, notes: 1, follow_ups: 1 });
    expect(of('0099')).toMatchObject({ is_new: null, new_records: 0, changed_records: 1, notes: 0 });
  });
});

test('out of range lists every flagged result, and counts those without a flag', async () => {
  const listing = await open({ name: 'out-of-range' });
  expect(
    named(listing)
      .map(({ record_id }) => record_id)
      .sort(),
  ).toEqual(['b', 'd', 'e']);
  expect(listing.says).toMatch(/^3 of 5 lab results lie outside .* 1 result has no flag/);
  expect((await open({ name: 'out-of-range', tests: ['AST'] })).rows).toEqual([]);
});

test('coverage has the cells of the matrix, and counts records without a place in it', async () => {
  const listing = await open({ name: 'coverage' });
  const matrix = coverageOf(await tallyResults(fixture.study), {
    names: ['labs', 'vitals'],
    subjects: null,
    members: ['01-701-1015', '01-701-1023'],
    decided: [],
  });
  expect(listing.rows).toHaveLength(matrix.cells.length + matrix.gaps.length);
  expect(named(listing).reduce((sum, row) => sum + Number(row['records']), 0)).toBe(
    matrix.cells.reduce((sum, { records }) => sum + records, 0),
  );
  expect(listing.says).toContain('2 records without a visit or a subject');
});

test('the best response of a subject with several courses is the best of all courses', async () => {
  fixture.add('responses', [
    { ...assessed('s0', '01-701-1015', 'Baseline', '2025-06-01', 0, 'Undefined'), case_id: '2' },
    { ...assessed('s1', '01-701-1015', 'Week 8', '2025-08-01', 1, 'Undefined'), case_id: '2' },
  ]);
  expect(named(await open({ name: 'response' })).map((row) => row['best_response'])).toEqual(['PR', null]);
  expect(named(await open({ name: 'subjects' }))[0]).toMatchObject({ subject: '0099' });
  expect(named(await open({ name: 'subjects' }))[1]).toMatchObject({ subject: '01-701-1015', best_response: 'PR' });
});

test('responses by subject say which assessments of the courses are not compared with the baseline', async () => {
  const sum = { measurement: 'targetsum', unit: 'mm' };
  const lesions = (of: string, ...labels: string[]) => JSON.stringify(labels.map((label) => `1-${of}-${label}`));
  fixture.add('responses', [
    { ...assessed('b', '0099', 'Baseline', '2025-01-10', 0, 'Undefined'), ...sum, current_value: 50, lesions: lesions('b', 'T1', 'T2') },
    { ...assessed('x', '0099', 'Week 0', '2025-01-01', 1, 'SD'), ...sum, current_value: 60 },
    { ...assessed('y', '0099', 'Week 8', '2025-03-01', 2, 'SD'), ...sum, current_value: 20, lesions: lesions('y', 'T1') },
    { ...assessed('z', '0099', 'Week 12', '2025-04-01', 3, 'SD'), ...sum, current_value: null },
    { ...assessed('w', '0099', 'Week 16', '2025-05-01', 4, 'SD'), ...sum, current_value: 40, lesions: lesions('w', 'T1', 'T2') },
  ]);
  const { says } = await open({ name: 'response' });
  expect(says).toContain('1 course with a change of the target sum');
  expect(says).toContain('in these courses: 1 assessment without a target sum, 1 over other lesions and 1 from before it.');
});

test('a comparison of visits does not take a result for the last one because its year is mistyped', async () => {
  fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z' WHERE dataset = 'labs'");
  const again = { subject: '01-701-1015', visit: 'WEEK 2', test: 'ALT', test_code: 'ALT', unit: 'U/L', result: '900', result_number: 900 };
  fixture.add('labs', [{ ...again, record_id: 'future', collected: '2052-01-15T08:00:00' }]);
  const { rows, columns } = await open({ name: 'compare-visits', visits: { a: 'SCREENING 1', b: 'WEEK 2' } });
  const at = (name: string): number => columns.findIndex((column) => column.name === name);
  const own = rows.find((row) => row[at('subject')] === '01-701-1015');
  expect([own?.[at('result_b')], own?.[at('results_b')], own?.[at('change')]]).toEqual(['140', 2, 120]);
});

test('shifts and the liver screen have the subjects of their views', async () => {
  const source = listingSource(fixture.study);
  const { screening } = await source.figures.liver({ subjects: null, window: usualLiverWindow });
  expect((await open({ name: 'liver' })).rows).toHaveLength(screening.subjects.length);
  const anchor = { kind: 'baseline' } as const;
  const { shifts } = await source.figures.shifts({ test: 'ALT', subjects: null, anchor });
  const listing = await open({ name: 'shifts', anchor });
  expect(listing.rows).toHaveLength(shifts.subjects.length);
  expect(named(listing)).toMatchObject([{ subject: '01-701-1015', shift_high: 'NORMAL to HIGH' }]);
  expect(listing.anchor).toBe('the baseline assessment');
});

test('shifts say which test codes have several names, as each name is a test of its own', async () => {
  expect((await open({ name: 'shifts' })).says).not.toContain('several test names');
  const again = { subject: '01-701-1015', visit: 'WEEK 2', test: 'SGPT', test_code: 'ALT', unit: 'U/L', result: '90', result_number: 90 };
  fixture.add('labs', [{ ...again, record_id: 'renamed', collected: '2025-02-15T08:00:00' }]);
  const { says } = await open({ name: 'shifts' });
  expect(says).toContain('1 test code (ALT) has several test names, each of which is a test of its own here.');
  expect((await open({ name: 'shifts', tests: ['SGPT'] })).says).toContain('1 test code (ALT)');
});

test('a comparison of visits says which test codes have several names, as a renamed test has no change', async () => {
  const visits = { a: 'SCREENING 1', b: 'WEEK 2' };
  expect((await open({ name: 'compare-visits', visits })).says).not.toContain('several test names');
  const again = { subject: '0099', visit: 'WEEK 2', test: 'SGPT', test_code: 'ALT', unit: 'U/L', result: '90', result_number: 90 };
  fixture.add('labs', [{ ...again, record_id: 'renamed', collected: '2025-02-15T08:00:00' }]);
  for (const tests of [undefined, ['ALT'], ['SGPT']])
    expect((await open({ name: 'compare-visits', visits, ...(tests === undefined ? {} : { tests }) })).says).toContain(
      '1 test code (ALT) has several test names, each of which is a test of its own here.',
    );
});

test('a comparison of visits does not count a height that is carried forward as another name of the height', async () => {
  const height = { subject: '0099', test_code: 'HEIGHT', unit: 'cm', result: '170', result_number: 170 };
  const [test, last] = ['Height (centimeters)', 'Last recorded Height'];
  fixture.add('vitals', [
    { ...height, record_id: 'h1', test, visit: 'SCREENING 1', collected: '2025-01-02T08:00:00', carried_forward: 'N' },
    { ...height, record_id: 'h2', test: last, visit: 'WEEK 2', collected: '2025-02-15T08:00:00', carried_forward: 'Y' },
  ]);
  const { says } = await open({ name: 'compare-visits', dataset: 'vitals', visits: { a: 'SCREENING 1', b: 'WEEK 2' } });
  expect(says).toContain('1 result carried forward');
  expect(says).not.toContain('several test names');
});

test('the liver screen takes each result by its own code, as names of tests may have several', async () => {
  const bilirubin = (record_id: string, test_code: string | null, times_upper_limit: number, subject = '0099') => ({
    ...{ record_id, subject, test: 'Bilirubin', test_code, unit: 'mg/dL', result: '1', result_number: 1, times_upper_limit },
    ...{ visit: 'WEEK 2', collected: '2025-02-02T08:00:00' },
  });
  // The first subject in the order of the tally has only a result that is not total bilirubin.
  fixture.add('labs', [
    bilirubin('d1', 'BILDIR', 9, '0001'),
    bilirubin('d2', 'BILDIR', 8),
    bilirubin('n', null, 7),
    bilirubin('t', 'BILI', 1.5),
  ]);
  const listing = await open({ name: 'liver' });
  expect(named(listing).map((row) => [row['subject'], row['peak_bilirubin']])).toEqual([
    ['0099', 1.5],
    ['01-701-1015', null],
  ]);
  expect(listing.says).toContain('with ALT (ALT), Bilirubin (BILI);');
  expect(listing.says).toContain('3 results of these names with another test code or none.');
  const { screening } = await listingSource(fixture.study).figures.liver({ subjects: null, window: usualLiverWindow });
  expect(screening.otherCode).toEqual({ count: 3, keys: ['d1', 'd2', 'n'] });
});

test('the liver screen lists medications running at the peaks or stopped before, and counts those without a start', async () => {
  expect((await open({ name: 'liver' })).says).toContain('The medications of this study are not mirrored.');
  fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z' WHERE dataset = 'medications'");
  const dated = ({ peak_transaminase_date: date }: Readonly<Record<string, unknown>>): boolean => date !== null;
  const before = named(await open({ name: 'liver' })).find(dated);
  const [subject, peak] = [String(before?.['subject']), String(before?.['peak_transaminase_date'])];
  expect(peak).toMatch(/^\d{4}-\d\d-\d\d$/);
  const day = (by: number): string => new Date(Date.parse(peak) + by * 86_400_000).toISOString().slice(0, 10);
  fixture.add('medications', [
    { record_id: 'run', subject, medication: 'ondansetron', dose: 8, dose_unit: 'MG', started: day(-5), ended: null },
    { record_id: 'month', subject, medication: 'loperamide', started: peak.slice(0, 4), ended: day(1) },
    { record_id: 'over', subject, medication: 'pantoprazole', started: day(-20), ended: day(-2) },
    { record_id: 'old', subject, medication: 'aspirin', started: day(-90), ended: day(-31) },
    { record_id: 'open', subject, medication: 'metformin', started: null, ended: null },
    { record_id: 'other', subject: 'another', medication: 'warfarin', started: day(-5) },
  ]);
  const listing = await open({ name: 'liver' });
  const row = named(listing).find(dated);
  const running = String(row?.['running_at_peak_transaminase']);
  expect(running).toContain(`ondansetron 8 MG, started ${day(-5)}, 5 days before, end not recorded`);
  expect(running).toMatch(/loperamide, started \d{4}, from .+, ended .+, 1 day after, may have been running/);
  expect(running).not.toMatch(/pantoprazole|aspirin|metformin|warfarin/);
  expect(row?.['stopped_before_peak_transaminase']).toBe(
    `pantoprazole, started ${day(-20)}, 20 days before, ended ${day(-2)}, 2 days before`,
  );
  expect(listing.says).toContain('1 medication record has no readable start');
});

test('shifts use the default anchor of the window, and count every result that they leave out', async () => {
  const { anchor } = await listingSource(fixture.study).tally.with((known) => defaultAnchor(fixture.study, known));
  const usual = await open({ name: 'shifts' });
  expect(usual.anchor).toBe(anchor === null ? null : anchorWords(anchor));
  expect(usual.says).toContain('0 results without a complete, valid date, 0 results without a number, 1 result without a subject');
  fixture.add('labs', [{ record_id: 't', subject: '01-701-1015', visit: 'WEEK 2', test: 'ALT', result: 'hemolysed' }]);
  expect((await open({ name: 'shifts' })).says).toContain('1 result without a number');
  fixture.add('labs', [
    { record_id: 'u', subject: '01-701-1015', visit: 'WEEK 2', test: 'ALT', collected: '2025-03', result: '20', result_number: 20 },
  ]);
  expect((await open({ name: 'shifts' })).says).toContain('1 result without a complete, valid date');
});

test('shifts ask for an anchor if the study has neither a first visit of treatment nor a baseline assessment', async () => {
  fixture.remove();
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '7', visit: 'WEEK 2', collected: '2025-01-01', test: 'ALT', result: '20', result_number: 20 },
  ]);
  expect(await open({ name: 'shifts' })).toMatchObject({ rows: [], anchor: null });
  expect((await open({ name: 'shifts' })).says).toContain('--anchor');
});

test('changes have one row per changed field, and one per new record', async () => {
  const field = JSON.stringify([
    { column: 'result', before: '20', after: '30' },
    { column: 'unit', before: 'U/L', after: null },
  ]);
  fixture.change(`INSERT INTO generation VALUES (2, '2026-11-21T00:00:00Z', '["labs"]');
    INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES
    (2, '2026-11-21T00:00:00Z', 'labs', 'c', '0099', 'changed', '${field}'), (2, '2026-11-21T00:00:00Z', 'labs', 'b', '01-701-1015', 'new', '[]')`);
  const all = named(await open({ name: 'changes', since: 1 }));
  expect(all).toMatchObject([
    { subject: '0099', kind: 'changed', field: 'Result', before: '20', after: '30' },
    { subject: '0099', kind: 'changed', before: 'U/L', after: null },
    { subject: '01-701-1015', kind: 'new', field: null, record: 'ALT 140 U/L WEEK 2 2025-01-15T08:00:00' },
  ]);
  expect(named(await open({ name: 'changes', since: 1, subjects: ['01-701-1015'] }))).toHaveLength(1);
  expect((await open({ name: 'changes', since: 2 })).rows).toEqual([]);
  await expect(open({ name: 'changes', since: 3 })).rejects.toMatchObject({ code: 'USAGE' });
});

test('a change in fields that no column shows is a row too', async () => {
  fixture.change(`INSERT INTO generation VALUES (2, '2026-11-21T00:00:00Z', '["labs"]');
    INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES (2, '2026-11-21T00:00:00Z', 'labs', 'c', '0099', 'changed', '[]')`);
  expect(named(await open({ name: 'changes', since: 1 }))).toMatchObject([{ record_id: 'c', kind: 'changed', field: null, before: null }]);
});

test('endpoints say how many assessments count as not evaluable because their conclusion is no response', async () => {
  const says = async (): Promise<string> => (await open({ name: 'endpoints' })).says;
  fixture.add('responses', [assessed('r2', '01-701-1015', 'Week 16', '2025-05-01', 2, 'Undefined')]);
  expect(await says()).toContain(' 1 assessment whose conclusion is not a RECIST 1.1 response counts as not evaluable.');
  fixture.add('responses', [assessed('r3', '01-701-1015', 'Week 24', '2025-07-01', 3, 'Undefined')]);
  expect(await says()).toContain(' 2 assessments whose conclusion is not a RECIST 1.1 response count as not evaluable.');
});

describe('two visits compared', () => {
  test('are by default visits that at least half of the subjects of the dataset have', async () => {
    const at = (subject: string, visit: string, collected: string) => ({ record_id: `${subject} ${visit}`, subject, visit, collected });
    const subjects = ['1', '2', '3', '4', '5', '6'];
    // BASELINE is the first visit of treatment, but only one subject has labs at it.
    fixture.add('vitals', [
      ...subjects.flatMap((one) => [at(one, 'BASELINE', '2025-01-10'), at(one, 'WEEK 4', '2025-02-10')]),
      at('1', 'WEEK 3', '2025-02-01'),
    ]);
    fixture.add('labs', [
      at('1', 'BASELINE', '2025-01-10'),
      ...subjects.flatMap((one) => [at(one, 'SCREENING 1', '2025-01-01'), at(one, 'WEEK 2', '2025-01-24')]),
    ]);
    const chosen = async (dataset: 'labs' | 'vitals') => {
      const { columns } = await open({ name: 'compare-visits', dataset });
      return columns.filter(({ name }) => name.startsWith('result_')).map(({ plain }) => plain);
    };
    expect(await chosen('labs')).toEqual(['SCREENING 1', 'WEEK 2']);
    expect(await chosen('vitals')).toEqual(['BASELINE', 'WEEK 4']);
  });

  test('are the requested ones, including subjects with only one of them', async () => {
    const listing = await open({ name: 'compare-visits', visits: { a: 'SCREENING 1', b: 'Week 2' }, tests: ['ALT'] });
    expect(named(listing)).toMatchObject([
      { subject: '0099', result_a: '30', result_b: null, change: null },
      { subject: '01-701-1015', result_a: '20', result_b: '140', change: 120, percent_change: 600, shift: 'NORMAL to HIGH' },
    ]);
    expect(listing.says).toContain('1 subject with results at both SCREENING 1 and Week 2; 1 subject at SCREENING 1 only, 0 subjects');
    expect(listing.says).toContain('1 result without a subject left out.');
  });

  test('begin with the first planned visit by default, and are refused for responses', async () => {
    fixture.add('labs', [{ record_id: 'later', subject: '0099', visit: 'WEEK 4', collected: '2025-03-01', test: 'ALT', result: '20' }]);
    const { columns } = await open({ name: 'compare-visits' });
    expect(columns.slice(2, 3).map(({ plain }) => plain)).toEqual(['SCREENING 1']);
    await expect(open({ name: 'compare-visits', dataset: 'responses' })).rejects.toMatchObject({ code: 'USAGE' });
  });
});
