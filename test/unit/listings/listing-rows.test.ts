import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Listing, ListingSource } from '../../../src/core/listings/listing.ts';
import { listingSource, openListing } from '../../../src/core/listings/open-listing.ts';
import { readListing } from '../../../src/core/listings/read-listing.ts';
import type { ListingRequest } from '../../../src/shared/listing-schema.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function open(request: Partial<ListingRequest> & Pick<ListingRequest, 'name'>): Promise<Listing> {
  return openListing(listingSource(fixture.study), { subjects: null, ...request });
}

/** The rows as objects with the cells by column name. */
function named({ columns, rows }: Listing): readonly Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));
}

function assessed(
  record_id: string,
  subject: string | null,
  timepoint: number,
  assessed: string,
  code: string | null,
  sum?: number,
): FixtureRow {
  return {
    ...{ record_id, subject, timepoint, assessed, assessment: timepoint === 0 ? 'Baseline' : `Week ${String(8 * timepoint)}` },
    ...{ conclusion: code ?? 'Undefined', response_code: code, case_id: `case ${subject ?? ''}`, criteria: 'RECIST 1.1' },
    ...(sum === undefined ? {} : { measurement: 'targetsum', unit: 'mm', current_value: sum }),
  };
}

describe('the listing of endpoints', () => {
  test('has the times of each subject and whether they end with the event, and why a subject or a time is missing', async () => {
    fixture.add('responses', [
      assessed('a0', '1', 0, '2025-01-01', null),
      assessed('a1', '1', 1, '2025-03-01', 'PR'),
      assessed('a2', '1', 2, '2025-05-01', 'PD'),
      assessed('b0', '2', 0, '2025-01-01', null),
      assessed('b1', '2', 1, '2025-03-01', 'SD'),
      assessed('c1', '3', 1, '2025-03-01', 'SD'),
      assessed('d0', '4', 0, '2025-01-01', null),
      assessed('d1', '4', 1, '2025-03', 'PR'),
    ]);
    expect((await open({ name: 'endpoints' })).rows).toEqual([
      ['1', 'PR', 'SD', '2025-03-01', '2025-05-01', '2025-05-01', 60, 'Y', 62, 'Y', 121, 'Y', 121, 'N', null, null, null],
      ['2', 'SD', 'SD', null, null, '2025-03-01', 60, 'N', null, null, 60, 'N', 60, 'N', null, null, null],
      ['4', 'PR', 'NE', '2025-03', null, null, null, null, null, null, 1, 'N', 1, 'N', null, null, 'response without a complete date'],
      ['3', ...Array.from({ length: 15 }, () => null), 'no baseline assessment'],
    ]);
  });

  test('has the time to a confirmed response beside that to the first one', async () => {
    fixture.add('responses', [
      assessed('a0', '1', 0, '2025-01-01', null),
      assessed('a1', '1', 1, '2025-03-01', 'PR'),
      assessed('a2', '1', 2, '2025-05-01', 'PR'),
    ]);
    expect(named(await open({ name: 'endpoints' }))).toMatchObject([
      { confirmed_response: 'PR', time_to_confirmed_response: 60, response_confirmed: 'Y', confirmed_response_ended: 'N' },
    ]);
  });

  test('says the rates with their intervals, and how many are not counted', async () => {
    fixture.add('responses', [
      assessed('a0', '1', 0, '2025-01-01', null),
      assessed('a1', '1', 1, '2025-03-01', 'PR'),
      assessed('b0', '2', 0, '2025-01-01', null),
      assessed('b1', '2', 1, '2025-03-01', 'SD'),
      assessed('b2', '2', 2, '2025-03-01', 'SD'),
      assessed('c1', '3', 1, '2025-03-01', 'SD'),
      assessed('d0', '4', 0, '2025-01-01', null),
      assessed('d1', '4', 1, '2025-03', 'PR'),
      assessed('e1', null, 1, '2025-03-01', 'SD'),
    ]);
    const { says, anchor } = await open({ name: 'endpoints' });
    expect(anchor).toBe('the baseline assessment');
    expect(says).toContain(
      'As signed: objective response 2 of 3 (66.7 %, 9.4 to 99.2 %), disease control 3 of 3 (100.0 %, 29.2 to 100.0 %). Confirmed after 28 days: objective response 0 of 3 ',
    );
    expect(says).toContain('Times are counted from the baseline assessment; ');
    expect(says).toContain(
      'Not counted: 1 subject, 0 further courses, 0 assessments dated before the baseline, 1 assessment without a subject, ',
    );
    expect(says).toContain(' 1 assessment without a complete, valid date. 0 assessments whose conclusion');
    expect(says).toContain(
      ' count as not evaluable. Among them, 1 assessment at the timepoint or on the day of an earlier one; all of them count.',
    );
    expect(says).toMatch(/ For 1 subject the first response has no complete date, so times to or from it are missing\.$/);
  });

  test('says so if nobody has a baseline, and nothing of what does not occur', async () => {
    fixture.add('responses', [assessed('c1', '3', 1, '2025-03-01', 'SD')]);
    const { says, anchor } = await open({ name: 'endpoints' });
    expect(anchor).toBeNull();
    expect(says).toMatch(/^As signed: objective response of nobody, disease control of nobody\. /);
    expect(says).toContain(
      'Times are counted from no day, because this study has neither a first treatment visit nor a baseline assessment; ',
    );
    expect(says).not.toMatch(/Among them|the first response|the first progression/);
  });
});

describe('the listing of responses', () => {
  test('tells the courses of a subject apart, and has their first and last dates whatever the order', async () => {
    fixture.add('responses', [
      { ...assessed('a0', '1', 0, '2025-02-01', null, 100), case_id: 'A' },
      { ...assessed('a1', '1', 1, '2025-03-01', 'PR', 60), case_id: 'A' },
      { ...assessed('a2', '1', 2, '2025-01-01', 'PR', 60), case_id: 'A' },
      { ...assessed('b0', '1', 0, '2025-04', null, 100), case_id: 'B' },
      assessed('c0', '2', 0, '2025-01-01', null, 0),
      assessed('c1', '2', 1, '2025-03-01', 'SD', 10),
    ]);
    const rows = named(await open({ name: 'response' }));
    expect(rows.map(({ subject, course }) => [subject, course])).toEqual([
      ['1', expect.stringContaining('A')],
      ['1', expect.stringContaining('B')],
      ['2', null],
    ]);
    expect(String(rows[0]?.['course'])).not.toMatch(/^1|·\s/);
    expect(rows).toMatchObject([
      { best_response: 'PR', assessments: 3, first: '2025-01-01', last: '2025-03-01', not_drawn: null },
      { best_response: null, assessments: 1, first: null, last: null, not_drawn: 'no target sum after the baseline' },
      { best_change: null, not_drawn: 'the target sum at baseline is 0' },
    ]);
  });

  test.each([
    [1, ' 1 assessment that names no subject is not included.'],
    [2, ' 2 assessments that name no subject are not included.'],
  ])('counts %i assessments without a subject', async (count, words) => {
    fixture.add('responses', [
      assessed('a0', '1', 0, '2025-01-01', null, 100),
      ...Array.from({ length: count }, (_, at) => assessed(`n${String(at)}`, null, at + 1, '2025-03-01', 'SD')),
    ]);
    const { says, rows } = await open({ name: 'response' });
    expect(says).toMatch(/^1 subject with assessments, 1 course; 0 courses with a change of the target sum/);
    expect([says.endsWith(words), rows.length]).toEqual([true, 1]);
  });
});

describe('the listing of conclusions and target sums', () => {
  test('compares each assessment, and names the changes that were sent', async () => {
    fixture.add('responses', [
      assessed('a0', '1', 0, '2025-01-01', null, 100),
      { ...assessed('a1', '1', 1, '2025-03-01', 'PR', 60), change_from_baseline: -39, change_from_previous: -40, change_from_nadir: -40 },
      assessed('a2', '1', 2, '2025-05-01', 'PR', 90),
      assessed('n1', null, 1, '2025-03-01', 'SD'),
    ]);
    const listing = await open({ name: 'reconciliation' });
    expect(named(listing).map(({ subject, record_id, outcome }) => [subject, record_id, outcome])).toEqual([
      [null, 'n1', 'not compared'],
      ['1', 'a0', 'not compared'],
      ['1', 'a1', 'agrees'],
      ['1', 'a2', 'contradicts'],
    ]);
    expect(named(listing)[2]).toMatchObject({
      ...{ case_id: 'case 1', conclusion: 'PR', code: 'PR', target_response: 'PR', sum: 60 },
      ...{ from_baseline: -40, from_baseline_percent: -40, from_baseline_sent: -39 },
      ...{ from_previous: -40, from_previous_sent: -40, from_nadir: -40, from_nadir_percent: -40, from_nadir_sent: -40 },
    });
    expect(listing.says).toBe(
      '4 assessments: 1 agree with the target sum, 0 are not explained by it, 1 contradict it, 2 could not be compared. ' +
        '1 change that the service sent differs from the sums.',
    );
  });

  test('says in the plural what occurs never or several times', async () => {
    expect((await open({ name: 'reconciliation' })).says).toMatch(
      /^0 assessments: .* 0 changes that the service sent differ from the sums\.$/,
    );
  });
});

describe('the listing of changes', () => {
  const field = (column: string, before: unknown, after: unknown) => ({ column, before, after });
  const change = (key: string, kind: string, fields: readonly object[] = []): void => {
    fixture.change(`INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES
      (2, '2026-11-21T00:00:00Z', 'labs', '${key}', '0012', '${kind}', '${JSON.stringify(fields)}')`);
  };
  beforeEach(() => {
    fixture.add('labs', [{ record_id: 'a', subject: '0012', test: 'ALT' }]);
    fixture.change(`INSERT INTO generation VALUES (2, '2026-11-21T00:00:00Z', '["labs"]')`);
  });

  test('joins lists, and names a field that is no column by itself', async () => {
    change('a', 'changed', [field('nosuch', ['x', 'y'], 5), field('result', null, 'z')]);
    expect(named(await open({ name: 'changes', since: 1 }))).toMatchObject([
      { field: 'nosuch', before: 'x; y', after: '5', record: 'ALT', dataset: 'Labs', generation: 2, at: '2026-11-21T00:00:00Z' },
      { field: 'Result', before: null, after: 'z', record_id: 'a' },
    ]);
  });

  test('has no summary of a record that vanished', async () => {
    change('a', 'vanished');
    expect(named(await open({ name: 'changes', since: 1 }))).toMatchObject([{ kind: 'vanished', record: null, field: null }]);
  });

  test.each([1000, 1001, 2000])('has all of %i changes', async (count) => {
    fixture.change(`INSERT INTO change (generation, at, dataset, key, subject, kind, fields)
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${String(count)})
      SELECT 2, '2026-11-21T00:00:00Z', 'labs', 'k' || n, '0012', 'new', '[]' FROM numbers`);
    const { rows, says } = await open({ name: 'changes', since: 1 });
    expect(new Set(rows.map((row) => row.at(-1))).size).toBe(count);
    expect([rows.length, says.slice(0, 37)]).toEqual([count, `After generation 1: ${count.toLocaleString('en')} new records`]);
  });

  test('says which dataset it is narrowed to', async () => {
    expect((await open({ name: 'changes', since: 1 })).says).toBe(
      'After generation 1: 0 new records, 0 changed records and 0 vanished records. A changed record has one row per changed field.',
    );
    expect((await open({ name: 'changes' })).says).toMatch(/^After generation 0: /);
    expect((await open({ name: 'changes', since: 1, dataset: 'vitals' })).says).toContain('and 0 vanished records of Vitals. ');
  });
});

describe('the listing of subjects', () => {
  const liver = (record_id: string, subject: string, result: string, times: number) => ({
    ...{ record_id, subject, test: 'ALT', test_code: 'ALT', unit: 'U/L', result, times_upper_limit: times, collected: '2025-01-01' },
  });

  test('says of a bound that the worst value is at least or below it', async () => {
    const bound = (sign: string, of: number) => ({ result_comparator: sign, result_bound: of });
    fixture.add('labs', [
      { ...liver('a', '1', '>400', 10), ...bound('>', 400) },
      { ...liver('b', '2', '<10', 0.25), ...bound('<', 10) },
      { ...liver('c', '3', '40', 1), result_number: 40 },
    ]);
    expect(named(await open({ name: 'subjects' })).map((row) => [row['worst_liver'], row['worst_liver_test']])).toEqual([
      [10, 'ALT, at least'],
      [0.25, 'ALT, below'],
      [1, 'ALT'],
    ]);
  });

  test('counts those that the Group lists and those that only records name', async () => {
    fixture.add('subjects', [{ subject: '1', unique_subject: '22-001-1' }]);
    fixture.add('labs', [liver('a', '1', '40', 1), liver('b', '2', '40', 1), liver('c', '3', '40', 1)]);
    const listing = await open({ name: 'subjects' });
    expect(listing.says).toContain("3 subjects: 1 listed by the service's Group, 2 named only by records.");
    expect(named(listing).map((row) => [row['in_group'], row['unique_subject']])).toEqual([
      ['Y', '22-001-1'],
      ['N', null],
      ['N', null],
    ]);
  });
});

describe('the listing of visits', () => {
  const lab = (subject: string, visit: string | null, collected: string, range_flag: string | null = null) => ({
    ...{ record_id: `${subject} ${visit ?? ''} ${collected}`, subject, visit, collected, test: 'ALT', range_flag },
  });

  test('has a row for each gap among those with results, in the order of subjects and visits', async () => {
    fixture.add('labs', [
      ...['1', '2', '3'].flatMap((one) => [lab(one, 'WEEK 2', '2025-01-15T08:05:00'), lab(one, 'WEEK 4', '2025-02-01')]),
      lab('4', 'WEEK 4', '2025-02-01', 'HIGH'),
      ...['4', '1', '2', '3'].map((one) => lab(one, 'SCREENING', '2025-01-01')),
      lab('1', null, '2025-01-01'),
    ]);
    const listing = await open({ name: 'coverage' });
    const rows = named(listing).filter(({ subject }) => subject === '4');
    expect(rows).toMatchObject([
      { visit: 'SCREENING', visit_order: 1, records: 1, labs: 1, vitals: 0, gap: null },
      { visit: 'WEEK 2', visit_order: 2, records: 0, labs: 0, vitals: 0, out_of_range: 0, first: null, last: null, gap: 'Y' },
      { visit: 'WEEK 4', visit_order: 3, records: 1, out_of_range: 1, first: '2025-02-01', last: '2025-02-01', gap: null },
    ]);
    expect(named(listing).map(({ subject, visit_order }) => `${String(subject)}${String(visit_order)}`)).toEqual(
      named(listing)
        .map(({ subject, visit_order }) => `${String(subject)}${String(visit_order)}`)
        .toSorted(),
    );
    expect(named(listing)[1]).toMatchObject({ subject: '1', visit: 'WEEK 2', first: '2025-01-15T08:05', last: '2025-01-15T08:05' });
    expect(listing.says).toBe(
      'Labs and vital signs of 4 subjects at 3 visits, with 1 gap. 0 subjects without labs and vital signs have no row. ' +
        '1 record without a visit or a subject is not included.',
    );
  });

  test('counts the subjects without a row', async () => {
    fixture.add('subjects', [{ subject: '1' }, { subject: '9' }]);
    fixture.add('labs', [lab('1', 'WEEK 2', '2025-01-15')]);
    expect((await open({ name: 'coverage' })).says).toContain(' 1 subject without labs and vital signs has no row. 0 records without');
  });
});

describe('labs out of range', () => {
  const lab = (record_id: string, range_flag: string | null) => ({ record_id, subject: '1', test: 'ALT', range_flag });

  test('are counted in the singular and in the plural', async () => {
    fixture.add('labs', [lab('a', 'LOW'), lab('b', null), lab('c', 'NORMAL')]);
    const why = 'no flag, because there is no range, or result and range cannot be compared;';
    expect((await open({ name: 'out-of-range' })).says).toBe(
      `1 of 3 lab results lies outside the range of its own record. 1 result has ${why} it is not included.`,
    );
    fixture.add('labs', [lab('d', 'HIGH'), lab('e', null)]);
    const { says, rows } = await open({ name: 'out-of-range' });
    expect(says).toBe(`2 of 5 lab results lie outside the range of their own record. 2 results have ${why} they are not included.`);
    expect(rows).toHaveLength(2);
  });
});

describe('an order that a listing does not have', () => {
  test('is refused with the columns that it has, and the beginning of the name', async () => {
    const column = 'x'.repeat(41);
    await expect(open({ name: 'subjects', sort: { column, descending: false } })).rejects.toThrow(
      `The listing has no column "${'x'.repeat(40)}" to sort by. Its columns are: subject, in_group, labs, `,
    );
  });

  test('is told apart from its first column', async () => {
    fixture.add('subjects', [{ subject: '1' }, { subject: '2' }]);
    const { rows } = await open({ name: 'subjects', sort: { column: 'subject', descending: true } });
    expect(rows.map(([subject]) => subject)).toEqual(['2', '1']);
  });
});

test('a listing for the window starts again if a sync flips meanwhile', async () => {
  fixture.add('labs', [{ record_id: 'a', subject: '1', test: 'ALT', range_flag: 'HIGH' }]);
  const own = listingSource(fixture.study);
  let asked = 0;
  const source: ListingSource = {
    ...own,
    get study() {
      // Asked for the generation, for the listing, and for the generation again.
      if (++asked === 3) fixture.add('labs', [{ record_id: 'b', subject: '1', test: 'ALT', range_flag: 'HIGH' }], 2);
      return own.study;
    },
  };
  const answer = await readListing(source, { name: 'out-of-range', subjects: null }, 10);
  expect([answer.generation, answer.of, answer.rows.length, asked]).toEqual([2, 2, 2, 6]);
});

test('the records of checks are counted by state, and without those that name no subject if some are wanted', async () => {
  const glucose = (record_id: string, unit: string) => ({ record_id, subject: '0012', test: 'Glucose', result_number: 5, unit });
  fixture.add('labs', [...['a', 'b', 'c'].map((id) => glucose(id, 'mg/dL')), glucose('found', '%')]);
  expect((await open({ name: 'checks' })).says).toBe('1 record found by 1 check: 1 open, 0 looked at.');
  expect((await open({ name: 'checks', subjects: ['0012'] })).says).toBe(
    '1 record found by 1 check: 1 open, 0 looked at. Records without a subject are not included.',
  );
});

test('a finding has the summary of its record, and the source of its rule if one is stated', async () => {
  fixture.add('responses', [assessed('c1', '3', 1, '2025-03-01', 'SD')]);
  fixture.add('responses', [
    { ...assessed('a0', '1', 0, '2025-01-01', null), case_id: 'X' },
    { ...assessed('b0', '2', 0, '2025-01-01', null), case_id: 'X' },
  ]);
  expect(named(await open({ name: 'checks' }))).toMatchObject([
    { check: 'No baseline', record_id: 'c1', record: 'Week 8 SD 2025-03-01', source: 'RECIST 1.1, 4.2', state: 'open', looked_at: null },
    { check: 'Case shared by two subjects', record_id: 'b0', record: 'Baseline Undefined 2025-01-01', source: null },
  ]);
});
