import { afterEach, beforeEach, expect, test } from 'vitest';
import { daysOf, type Days } from '../../../../src/core/export/protect/protected-days.ts';
import { calendarDay } from '../../../../src/shared/derive/study-day.ts';
import { makeStudy, type StudyFixture } from '../../query/study-fixture.ts';

let fixture: StudyFixture;
let days: Days;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [{ record_id: 'a', subject: '0001' }]);
  fixture.change("UPDATE state SET as_of = '2025-06-30T09:59:59Z' WHERE dataset = 'labs'");
  days = daysOf(fixture.study, new Map([['0001', calendarDay('2025-03-01') ?? 0]]));
});
afterEach(() => {
  fixture.remove();
});

test.each([
  ['2025-03-01', 1],
  ['2025-02-28', -1],
  ['2025-03-02T23:59:59', 2],
  ['1990-01-01', -12_843],
  ['1989-12-31', null],
  ['2025-06-30', 122],
  ['2025-07-01', null],
  ['2025-03', null],
  ['2025-02-30', null],
])('the day of %s is %s', (date, day) => {
  expect(days.of('labs', '0001', date)).toBe(day);
});

test('the last plausible day is the one that begins within fourteen hours of the pass', () => {
  fixture.change("UPDATE state SET as_of = '2025-06-30T10:00:00Z' WHERE dataset = 'labs'");
  const later = daysOf(fixture.study, new Map([['0001', calendarDay('2025-03-01') ?? 0]]));
  expect([later.of('labs', '0001', '2025-07-01'), later.of('labs', '0001', '2025-07-02')]).toEqual([123, null]);
});

test('a dataset without a pass has no last day, but still a first one', () => {
  expect([days.of('vitals', '0001', '2099-01-01'), days.of('vitals', '0001', '1989-12-31')]).toEqual([26_970, null]);
});

test('a record without a subject, and a subject without an anchor, have no days', () => {
  expect([days.of('labs', null, '2025-03-01'), days.of('labs', '0002', '2025-03-01')]).toEqual([null, null]);
  expect([days.anchor(null), days.anchor('0002'), days.anchor('0001')]).toEqual([null, null, calendarDay('2025-03-01')]);
});

test('days are counted from an anchor on 1970-01-01 too', () => {
  const early = daysOf(fixture.study, new Map([['0001', 0]]));
  expect(early.of('labs', '0001', '1990-01-01')).toBe(7306);
});
