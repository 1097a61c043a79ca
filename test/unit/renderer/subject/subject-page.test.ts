import { describe, expect, test } from 'vitest';
import { subjectGroups } from '../../../../src/renderer/app/palette/palette-places.ts';
import { neighboursOf } from '../../../../src/renderer/places/subject/use-subject-data.ts';
import { isElsewhere, nearestStep, nearestTo, stepBy, stepsOf, stepsWith } from '../../../../src/renderer/places/subject/cross-hair.ts';
import { noPressureWords } from '../../../../src/renderer/places/subject/pressure-row.tsx';
import { pressuresLeft, pressuresOf } from '../../../../src/renderer/places/subject/pressures.ts';
import { isMixed, seriesOf } from '../../../../src/renderer/places/subject/result-series.ts';
import { medicationWords, pressureSentence, seriesSentence } from '../../../../src/renderer/places/subject/sentences.ts';
import { tellingLabs, testsOf } from '../../../../src/renderer/places/subject/telling-tests.ts';
import { dayOf } from '../../../../src/renderer/places/subject/days.ts';
import { day, result } from './sample-results.ts';

test('a subject has a position among the filtered subjects, and has neighbours even if it is not one of them', () => {
  const subjects = ['0001', '0012', '0030'];
  expect(neighboursOf(subjects, '0012')).toEqual({ position: 2, of: 3, previous: '0001', next: '0030' });
  expect(neighboursOf(subjects, '0001')).toEqual({ position: 1, of: 3, previous: null, next: '0012' });
  expect(neighboursOf(subjects, '0020')).toEqual({ position: null, of: 3, previous: '0012', next: '0030' });
  expect(neighboursOf([], '0020')).toEqual({ position: null, of: 0, previous: null, next: null });
});

test('the palette finds subjects by any part of their id, prefix matches first, and none before an id is typed', () => {
  const found = (typed: string): readonly string[] =>
    subjectGroups('22-001', ['1-12', '12', '120', '3'], typed).flatMap(({ entries }) => entries.map(({ label }) => label));
  expect(found('12')).toEqual(['Subject 12', 'Subject 120', 'Subject 1-12']);
  expect(found('subject 3')).toEqual(['Subject 3']);
  expect([found(''), found('subject'), found('>12'), found('x')]).toEqual([[], [], [], []]);
});

describe('the cross-hair', () => {
  const points = [{ at: day('2025-09-01') }, { at: day('2025-09-08') }, { at: day('2025-09-15') }];

  test('stops once on each day that has something drawn', () => {
    expect(stepsOf([day('2025-09-08') + 3_600_000, day('2025-09-08'), day('2025-09-01')])).toEqual([day('2025-09-01'), day('2025-09-08')]);
  });

  test('stays on its day when other tests are chosen, at the moment of a result if that day has one', () => {
    const at = day('2025-09-08') + 3_600_000;
    expect(stepsWith([day('2025-09-01'), at], dayOf(at))).toEqual([day('2025-09-01'), at]);
    expect(stepsWith([day('2025-09-01'), day('2025-09-15')], dayOf(at))).toEqual(points.map((point) => point.at));
  });

  test('takes the nearest step and value, or the last value while it has no position', () => {
    expect(nearestStep([0, 10, 20], 14, (at) => at)).toBe(1);
    expect(nearestStep([], 14, (at) => at)).toBeNull();
    expect(nearestTo(points, day('2025-09-10'))?.at).toBe(day('2025-09-08'));
    expect(nearestTo(points, null)?.at).toBe(day('2025-09-15'));
    expect(nearestTo([], null)).toBeNull();
    expect([isElsewhere(day('2025-09-08') + 60_000, day('2025-09-08')), isElsewhere(day('2025-09-09'), day('2025-09-08'))]).toEqual([
      false,
      true,
    ]);
  });

  test('moves by keys and stays within the available days', () => {
    expect([stepBy('ArrowRight', null, 3), stepBy('ArrowRight', 2, 3), stepBy('ArrowLeft', null, 3), stepBy('ArrowLeft', 0, 3)]).toEqual([
      0, 2, 2, 0,
    ]);
    expect([stepBy('End', 0, 3), stepBy('Home', 2, 3), stepBy('PageDown', 0, 30), stepBy('x', 1, 3), stepBy('End', null, 0)]).toEqual([
      2,
      0,
      5,
      null,
      null,
    ]);
  });
});

describe('blood pressures', () => {
  const systolic = (date: string, value: number) =>
    result({ date, value, code: 'SYSBP', test: 'systolic', unit: 'mmHg', key: `s-${date}` });
  const diastolic = (date: string, value: number) =>
    result({ date, value, code: 'DIABP', test: 'diastolic', unit: 'mmHg', key: `d-${date}` });

  test('are paired if taken at the same moment, and otherwise stand alone', () => {
    const pressures = pressuresOf([diastolic('2025-09-08', 72), systolic('2025-09-01', 142), diastolic('2025-09-01', 88)]);
    expect(pressures.map(({ words }) => words)).toEqual(['142/88', '–/72']);
    expect(pressureSentence(pressures, { anchor: dayOf(day('2025-09-01')) })).toBe(
      'Blood pressure: 2 readings from day 1 to day 8; highest 142/88 on day 1; last –/72 on day 8.',
    );
  });

  test('that cannot be drawn are counted, and values carried forward are no readings', () => {
    const vitals = [
      { ...systolic('2025-09-01', 142), at: null },
      { ...diastolic('2025-09-01', 88), value: null, comparator: '<' as const, bound: 60, result: '<60' },
      { ...diastolic('2025-09-08', 72), value: null, result: '' },
      { ...systolic('2025-09-15', 120), carriedForward: true },
    ];
    expect(pressuresOf(vitals)).toEqual([]);
    expect(pressuresLeft(vitals)).toEqual({ undated: 1, withoutNumber: 1 });
    expect(noPressureWords({ ...pressuresLeft(vitals), notShown: 0 })).toBe(
      'No reading can be drawn: 1 without a date, 1 without a number; see the table.',
    );
    expect(noPressureWords({ ...pressuresLeft(vitals), notShown: 2 })).toMatch(
      /^No readings within the dates shown, 2 not shown, 1 without/,
    );
  });
});

describe('the tests drawn at first', () => {
  test('are the most informative ones present, then the most measured; carried-forward values do not count', () => {
    const of = (test: string, code: string | null, count: number) =>
      Array.from({ length: count }, (_, index) => result({ test, code, date: `2025-09-${String(10 + index)}` }));
    const tests = testsOf([
      ...of('Zinc', null, 3),
      ...of('Copper', null, 2),
      ...of('Hemoglobin', 'HGB', 1),
      ...of('ALT', 'ALT', 1),
      ...of('AST', 'AST', 1),
      ...of('Iron', null, 1),
      ...of('Urine', null, 1).map((one) => ({ ...one, value: null, result: 'clear' })),
      ...of('Height', 'HEIGHT', 1).map((one) => ({ ...one, carriedForward: true })),
    ]);
    expect(tests.map(({ test }) => test)).not.toContain('Height');
    expect(tellingLabs(tests)).toEqual(['ALT', 'AST', 'Hemoglobin', 'Zinc', 'Copper']);
  });
});

describe('the text alternative of the figure', () => {
  test('states the number of results, the extremes, the last result and how many are out of range', () => {
    const results = [
      result({ date: '2025-09-01', value: 22 }),
      result({ date: '2025-09-08', value: 62, flag: 'HIGH' }),
      result({ date: '2025-09-15', value: 38 }),
    ];
    const series = seriesOf('ALT', results, [], null);
    if (isMixed(series)) throw new TypeError('One unit was taken for several.');
    expect(seriesSentence(series, { anchor: dayOf(day('2025-09-01')) })).toBe(
      'ALT, U/L: 3 results from day 1 to day 15; lowest 22 on day 1; highest 62 high on day 8; last 38 on day 15; 1 above and 0 below their range.',
    );
  });

  test('counts drugs and records, and records without a readable date', () => {
    const lanes = [{ name: 'a', bars: [] }];
    expect(medicationWords({ lanes, drawn: 13, records: 19, undated: 1 })).toBe(
      '1 drug and dose, 13 of 19 records. 1 record has no readable date.',
    );
    expect(medicationWords({ lanes, drawn: 1, records: 1, undated: 0 })).toBe('1 drug and dose, 1 record.');
  });
});
