import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAnchors } from '../../../src/core/views/list-anchors.ts';
import { readResultPoints } from '../../../src/core/views/result-points.ts';
import { termsKind } from '../../../src/core/store/database/stored-terms.ts';
import { nothingLeftOut, testSeries } from '../../../src/shared/derive/result-series.ts';
import { calendarDay } from '../../../src/shared/derive/study-day.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function add(rows: readonly FixtureRow[], dataset: 'labs' | 'vitals' = 'labs'): void {
  fixture.add(
    dataset,
    rows.map((row, n) => ({ record_id: String(n), subject: '0012', test: 'ALT', collected: '2025-01-02T08:00:00', ...row })),
  );
}

test('returns results column by column, ordered by test and time', () => {
  const range = { range_low: 7, range_high: 56 };
  add([
    { subject: '0013', result_number: 30, unit: 'U/L' },
    {
      collected: '2025-03-01T08:00:00',
      result_number: 112,
      unit: 'U/L',
      range_flag: 'HIGH',
      times_upper_limit: 2,
      ctcae_grade_high: 3,
      ...range,
    },
    { result_number: 20, unit: 'U/L', range_flag: 'NORMAL', ...range },
    { test: 'CRP', ctcae_not_graded: 'no number', result_text: '<5', result_comparator: '<', result_bound: 5, unit: 'mg/L' },
  ]);
  const { subjects, units, points, leftOut } = readResultPoints(fixture.study, {
    dataset: 'labs',
    tests: ['CRP', 'ALT'],
    subjects: null,
  });
  expect([subjects, units]).toEqual([
    ['0012', '0013'],
    ['mg/L', 'U/L'],
  ]);
  expect(points).toMatchObject({
    subject: [0, 1, 0, 0],
    test: [0, 1, 1, 1],
    unit: [0, 1, 1, 1],
    value: [5, 30, 20, 112],
    beyond: [-1, 0, 0, 0],
    flag: [null, null, 0, 1],
    high: [null, null, 56, 56],
    times: [null, null, null, 2],
    grade: [null, null, null, 3],
    ungraded: [true, false, false, false],
  });
  expect(points.key).toEqual(['3', '0', '2', '1']);
  expect(leftOut).toEqual([nothingLeftOut, nothingLeftOut]);
});

test('drops a date before 1990 or after the pass that read it, but keeps the result', () => {
  fixture.change("UPDATE state SET as_of = '2025-06-01T00:00:00.000Z' WHERE dataset = 'labs'");
  add([
    { collected: '1989-12-31T08:00:00', result_number: 1 },
    { collected: '2025-05-31T08:00:00', result_number: 2 },
    { collected: '2999-01-01T08:00:00', result_number: 3 },
  ]);
  const { points } = readResultPoints(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: null });
  expect(points.value.map((value, at) => [value, points.day[at] === null, points.at[at] === null])).toEqual([
    [1, true, true],
    [2, false, false],
    [3, true, true],
  ]);
});

test('leaves out and counts a text, and treats a partial date as missing', () => {
  add([{ result_text: 'Negative' }, { collected: '2025-01', result_number: 1 }]);
  const { points, leftOut } = readResultPoints(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: null });
  expect([points.value, points.at, points.day, leftOut]).toEqual([
    [1],
    [null],
    [null],
    [{ ...nothingLeftOut, texts: { count: 1, keys: ['0'] } }],
  ]);
});

test('leaves out and counts a height that was carried forward', () => {
  const height = { test: 'Last recorded Height', result_number: 180 };
  add([{ ...height, carried_forward: 'Y' }, height], 'vitals');
  const { points, leftOut } = readResultPoints(fixture.study, { dataset: 'vitals', tests: [height.test], subjects: null });
  expect([points.value, leftOut]).toEqual([[180], [{ ...nothingLeftOut, carriedForward: { count: 1, keys: ['0'] } }]]);
});

test('leaves out and counts results without a subject', () => {
  add([
    { result_number: 1 },
    { subject: '', result_number: 2 },
    { subject: null, result_number: 3 },
    { subject: '', result_text: 'Negative' },
  ]);
  const { subjects, points, leftOut } = readResultPoints(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: null });
  expect([subjects, points.value, leftOut]).toEqual([
    ['0012'],
    [1],
    [{ ...nothingLeftOut, nameless: { count: 3, keys: ['1', '2', '3'] } }],
  ]);
});

test('applies a decided unit to the axis, whether it comes from a record or from a bound', () => {
  add([
    { result_number: 1, unit: 'milligrams per deci' },
    { result: '<0.01 milligrams per deci', result_comparator: '<', result_bound: 0.01, unit: 'umol/L' },
  ]);
  const terms = { system: 'SI', tests: [], units: [{ text: 'milligrams per deci', unit: 'mg/dL' }] };
  const decided = JSON.stringify({ version: 1, by: 'somebody', says: '', terms });
  fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('${termsKind}', '1', '${decided}', '2026-01-01')`);
  const answer = readResultPoints(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: null });
  expect(answer.units).toEqual(['mg/dL']);
  expect(testSeries(answer, { place: 0, code: null }, new Map([['0012', 20_000]])).results).toBe(2);
});

test('keeps a bound with its own unit in that unit, without the limits of its record', () => {
  const range = { range_low: 50, range_high: 100 };
  add([{ result: '<0.01 mg/dL', result_comparator: '<', result_bound: 0.01, unit: 'umol/L', ...range }]);
  const { units, points } = readResultPoints(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: null });
  expect([units, points.value, points.low, points.high]).toEqual([['mg/dL'], [0.01], [null], [null]]);
});

test('uses the unit of the item type for a vital sign without a unit', () => {
  const unit = [null, '', 'none'];
  add(
    unit.map((sent) => ({ test: 'Temperature F', unit: sent, result_number: 98 })),
    'vitals',
  );
  expect(readResultPoints(fixture.study, { dataset: 'vitals', tests: ['Temperature F'], subjects: null }).units).toEqual(['°F']);
});

test('returns only the subjects of a subject filter', () => {
  add([{ result_number: 1 }, { subject: '0013', result_number: 2 }]);
  const { subjects, points } = readResultPoints(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: ['0013'] });
  expect([subjects, points.value]).toEqual([['0013'], [2]]);
});

test('orders results by time, not by subject, under a subject filter', () => {
  add([
    { collected: '2025-03-01T08:00:00', result_number: 3 },
    { subject: '0013', collected: '2025-02-01T08:00:00', result_number: 2 },
    { subject: '0013', collected: '2025-04-01T08:00:00', result_number: 4 },
    { collected: '2025-01-01T08:00:00', result_number: 1 },
    ...Array.from({ length: 300 }, (_, n) => ({ record_id: `other ${String(n)}`, subject: `1${String(n)}`, result_number: 9 })),
  ]);
  fixture.change('ANALYZE');
  const { points } = readResultPoints(fixture.study, { dataset: 'labs', tests: ['ALT'], subjects: ['0012', '0013'] });
  expect(points.value).toEqual([1, 2, 3, 4]);
});

test('anchors a subject at its first full date of a visit, and has no anchors if there is none', () => {
  add([
    { visit: 'C1D1', result_number: 1 },
    { visit: 'C1D1', collected: '2025-01-01', result_number: 1 },
    { subject: '0013', result_number: 1 },
  ]);
  const anchorsAt = (label: string) => listAnchors(fixture.study, { kind: 'visit', label }).anchors;
  expect(anchorsAt('C1D1')).toEqual([{ subject: '0012', day: calendarDay('2025-01-01') }]);
  expect(anchorsAt('C9D9')).toEqual([]);
  expect(listAnchors(fixture.study, { kind: 'baseline' }).anchors).toEqual([]);
});

test('a baseline assessment is one by its name or by its timepoint', () => {
  const assessed = (subject: string, assessment: string, timepoint: number | null, date: string): FixtureRow => ({
    ...{ record_id: `${subject} ${date}`, subject, assessment, timepoint, assessed: date },
  });
  fixture.add('responses', [
    assessed('0012', 'Baseline', null, '2025-01-05'),
    assessed('0013', 'Screening', 0, '2025-02-05'),
    assessed('0013', 'Screening', 3, '2025-01-05'),
    assessed('0014', 'Follow-up 1', 1, '2025-03-05'),
  ]);
  expect(listAnchors(fixture.study, { kind: 'baseline' }).anchors).toEqual([
    { subject: '0012', day: calendarDay('2025-01-05') },
    { subject: '0013', day: calendarDay('2025-02-05') },
  ]);
});
