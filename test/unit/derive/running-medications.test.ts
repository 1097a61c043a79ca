import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { medicationName } from '../../../src/shared/derive/medication-name.ts';
import { recentDays, runningOn, type DatedMedication } from '../../../src/shared/derive/running-medications.ts';
import { endWords, startWords } from '../../../src/shared/derive/running-words.ts';
import { calendarDay } from '../../../src/shared/derive/study-day.ts';

const dayOf = (date: string): number => calendarDay(date) ?? Number.NaN;
const day = dayOf('2025-09-15');

/** The list that a medication with these dates is in. */
function of(started: string | null, ended: string | null): string {
  const { running, stopped, withoutStart } = runningOn(day, [{ started, ended }]);
  return [
    ...running.map(({ certainty }) => `running ${certainty}`),
    ...stopped.map(({ certainty }) => `stopped ${certainty}`),
    ...withoutStart.map(() => 'without start'),
  ].join();
}

describe('a medication on a day', () => {
  test.each([
    ['2025-09-01', '2025-09-30', 'running surely'],
    ['2025-09-15', '2025-09-15', 'running surely'],
    // Days count as a whole, whatever the times.
    ['2025-09-15T23:00:00', '2025-10-01', 'running surely'],
    ['2025-09-01', '2025-09-15T00:30:00', 'running surely'],
    ['2025-09-01', null, 'running open'],
    ['2025-09-01', '', 'running open'],
    ['2025-09-16', null, ''],
    ['2025-10', null, ''],
    // The local day as written counts, not the instant.
    ['2025-09-15T23:30:00-05:00', null, 'running open'],
    ['2025-09-16T00:30:00+10:00', null, ''],
    // Partial dates are intervals.
    ['2025-09', '2025-12-01', 'running maybe'],
    ['2025', null, 'running maybe'],
    ['2025-08', '2025-09', 'running maybe'],
    ['2025-08', '2025-10', 'running surely'],
    // An end that cannot be read is not a missing one.
    ['2025-09-01', 'soon', 'running maybe'],
    // Ended before.
    ['2025-09-01', '2025-09-14T23:59:00', 'stopped surely'],
    ['2025-08-01', '2025-08-16', 'stopped surely'],
    ['2025-08-01', '2025-08-15', ''],
    ['2025-01', '2025-08', 'stopped maybe'],
    ['2025-01', '2025-07', ''],
    [null, '2025-09-14', 'stopped surely'],
    // Without a start.
    [null, null, 'without start'],
    ['unknown', '2025-09-20', 'without start'],
    [null, '2025-09', 'without start'],
    [null, '2025-01-01', ''],
  ])('from %s to %s: %s', (started, ended, said) => {
    expect(of(started, ended)).toBe(said);
  });

  test('has its start and end in days from that day, the latest start first', () => {
    const early = { started: '2025-09-01', ended: '2025-10-01' };
    const late = { started: '2025-09-12', ended: null };
    const partial = { started: '2025-08', ended: null };
    expect(runningOn(day, [early, partial, late]).running).toEqual([
      { medication: late, start: { first: -3, last: -3 }, end: null, certainty: 'open' },
      { medication: early, start: { first: -14, last: -14 }, end: { first: 16, last: 16 }, certainty: 'surely' },
      { medication: partial, start: { first: -45, last: -15 }, end: null, certainty: 'open' },
    ]);
  });
});

test('the medication that stopped last is the first', () => {
  const [early, late] = [
    { started: null, ended: '2025-09-01' },
    { started: null, ended: '2025-09-10' },
  ];
  for (const order of [
    [early, late],
    [late, early],
  ])
    expect(runningOn(day, order).stopped).toEqual([
      { medication: late, start: null, end: { first: -5, last: -5 }, certainty: 'surely' },
      { medication: early, start: null, end: { first: -14, last: -14 }, certainty: 'surely' },
    ]);
});

test('a month that ends after the day may not have begun on it', () => {
  const of = (date: string) => runningOn(dayOf(date), [{ started: '2025-09', ended: '2025-11' }]).running.map(({ certainty }) => certainty);
  expect([of('2025-09-29'), of('2025-09-30')]).toEqual([['maybe'], ['surely']]);
});

test('a medication is in one list at most; a running one has started, and a stopped one has ended', () => {
  const part = fc.integer({ min: 1, max: 28 }).map((one) => String(one).padStart(2, '0'));
  const date = fc.oneof(
    fc.constantFrom(null, 'x', '2025', '2024'),
    fc
      .tuple(fc.constantFrom('2025-08', '2025-09', '2025-10'), fc.boolean(), part)
      .map(([month, whole, one]) => (whole ? `${month}-${one}` : month)),
  );
  fc.assert(
    fc.property(date, date, (started, ended) => {
      const medication: DatedMedication = { started, ended };
      const { running, stopped, withoutStart } = runningOn(day, [medication]);
      expect(running.length + stopped.length + withoutStart.length).toBeLessThanOrEqual(1);
      for (const { start, end } of running) expect([(start?.first ?? 1) <= 0, (end?.last ?? 0) >= 0]).toEqual([true, true]);
      for (const { end } of stopped) expect((end?.last ?? 0) < 0 && (end?.last ?? 0) >= -recentDays).toBe(true);
    }),
  );
});

describe('the words for a medication', () => {
  const say = (started: string | null, ended: string | null): readonly string[] => {
    const { running, stopped } = runningOn(day, [{ started, ended }]);
    return [...running, ...stopped].flatMap((one) => [startWords(one, (date) => `(${date})`), endWords(one, String)]);
  };

  test.each([
    ['2025-09', '2025-10', ['started 2025-09, from 29 days before to the same day', 'ended 2025-10, 1 to 31 days after']],
    ['2025-08', null, ['started 2025-08, 30 to 60 days before', 'end not recorded']],
  ])('from %s to %s, at the end of a month', (started, ended, words) => {
    const { running } = runningOn(dayOf('2025-09-30'), [{ started, ended }]);
    expect(running.flatMap((one) => [startWords(one, String), endWords(one, String)])).toEqual(words);
  });

  test('of a month that begins on the day', () => {
    const [one] = runningOn(dayOf('2025-09-01'), [{ started: '2025-09', ended: '2025-09' }]).running;
    const words = 'from the same day to 29 days after';
    expect(one && [startWords(one, String), endWords(one, String)]).toEqual([`started 2025-09, ${words}`, `ended 2025-09, ${words}`]);
  });

  test.each([
    ['2025-09-03T08:00:00', null, ['started (2025-09-03), 12 days before', 'end not recorded']],
    ['2025-09-15', 'soon', ['started (2025-09-15), the same day', 'end cannot be read']],
    ['2025-08', '2025-09-16', ['started 2025-08, 15 to 45 days before', 'ended 2025-09-16, 1 day after']],
    ['2025-09', '2025-10', ['started 2025-09, from 14 days before to 15 days after', 'ended 2025-10, 16 to 46 days after']],
    [null, '2025-09-14', ['start not recorded', 'ended 2025-09-14, 1 day before']],
    ['x', '2025-09-14', ['start cannot be read', 'ended 2025-09-14, 1 day before']],
  ])('from %s to %s', (started, ended, words) => {
    expect(say(started, ended)).toEqual(words);
  });
});

test('names a medication by its drug and dose, without repeating a dose that the label has', () => {
  expect(medicationName({ medication: 'ondansetron', dose: '8', doseUnit: 'MG' })).toBe('ondansetron 8 MG');
  expect(medicationName({ medication: 'ondansetron 8 MG Oral Tablet', dose: '8', doseUnit: 'mg' })).toBe('ondansetron 8 MG Oral Tablet');
  expect(medicationName({ medication: null, dose: null, doseUnit: null })).toBe('medication without a name');
});

test.each([
  ['Methotrexate 12.5 MG', '2.5', 'MG', 'Methotrexate 12.5 MG 2.5 MG'],
  ['Methotrexate 12,5 MG', '5', 'MG', 'Methotrexate 12,5 MG 5 MG'],
  ['Methotrexate 12.5 MG', '12', null, 'Methotrexate 12.5 MG 12'],
  ['Vitamin B12', '12', null, 'Vitamin B12 12'],
  ['Ondansetron 2 MG/ML', '2', 'MG', 'Ondansetron 2 MG/ML 2 MG'],
  ['Ondansetron 2 MGs', '2', 'MG', 'Ondansetron 2 MGs 2 MG'],
  ['Kit 12.5 MG, 2.5 MG', '2.5', 'MG', 'Kit 12.5 MG, 2.5 MG'],
  ['Methotrexate (2.5 MG).', '2.5', 'MG', 'Methotrexate (2.5 MG).'],
])('names "%s" with a dose of %s %s "%s", leaving the dose out only if the label has exactly that', (medication, dose, doseUnit, name) => {
  expect(medicationName({ medication, dose, doseUnit })).toBe(name);
});
