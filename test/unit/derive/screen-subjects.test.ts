import { describe, expect, test } from 'vitest';
import { usualLiverWindow } from '../../../src/shared/derive/hys-law.ts';
import { noRecords } from '../../../src/shared/derive/left-out.ts';
import {
  nothingScreened,
  plotted,
  screenSubjects,
  whyNot,
  type LiverScreening,
  type ScreenedSubject,
} from '../../../src/shared/derive/liver-screening.ts';

interface Result {
  readonly subject: string;
  readonly code: string | null;
  readonly times: number | null;
  readonly day?: number | null;
  readonly beyond?: -1 | 0 | 1;
}

/** Screens these results, whose keys are their places. */
function screened(...results: readonly Result[]): LiverScreening {
  const subjects = [...new Set(results.map(({ subject }) => subject))];
  const points = {
    subject: results.map(({ subject }) => subjects.indexOf(subject)),
    key: results.map((_, at) => String(at)),
    code: results.map(({ code }) => code),
    times: results.map(({ times }) => times),
    day: results.map(({ day = 1 }) => day),
    beyond: results.map(({ beyond = 0 }) => beyond),
  };
  return screenSubjects({ subjects, points: points as never, leftOut: [] }, usualLiverWindow);
}

const of = (subject: string, code: string, times: number | null, more: Partial<Result> = {}): Result => ({ subject, code, times, ...more });

describe('a screening', () => {
  test('has the peaks of every subject with a result of the tests, by number', () => {
    const { subjects, results } = screened(of('0013', 'ALT', 4), of('0012', 'AST', 1), of('0012', 'AST', 3), of('0012', 'BILI', 2.5));
    expect(subjects.map(({ subject }) => subject)).toEqual(['0012', '0013']);
    expect(subjects[0]).toMatchObject({
      screen: { peakTransaminase: 3, peakBilirubin: 2.5, quadrant: 'both' },
      atPeak: { transaminase: { code: 'AST', key: '2', times: 3, day: 1 }, bilirubin: { code: 'BILI', key: '3' } },
    });
    expect(subjects[0]?.peaks).toEqual({ ALT: null, AST: { times: 3, beyond: 0 }, BILI: { times: 2.5, beyond: 0 }, ALP: null });
    expect(subjects[1]?.screen.quadrant).toBeNull();
    expect(results).toBe(4);
  });

  test('leaves out results of other codes, and counts those without a limit or a date', () => {
    const found = screened(of('0012', 'BILDIR', 9), of('0012', 'ALT', null), of('0012', 'ALT', 2, { day: null }), {
      ...{ subject: '0013', code: null, times: 3 },
    });
    expect(found).toMatchObject({ otherCode: { keys: ['0', '3'] }, withoutLimit: { keys: ['1'] }, undated: { keys: ['2'] }, results: 2 });
    expect(found.subjects).toMatchObject([{ subject: '0012', atPeak: { transaminase: { key: '2', day: null } } }]);
  });

  test('lists a subject whose only result has no limit', () => {
    const { subjects } = screened(of('0012', 'ALP', null));
    expect(subjects).toMatchObject([{ subject: '0012', screen: { peakTransaminase: null }, peaks: { ALP: null } }]);
  });

  test('takes the first dated one of equal peaks', () => {
    const { subjects } = screened(of('0012', 'ALT', 4, { day: null }), of('0012', 'ALT', 4, { day: 9 }), of('0012', 'AST', 4, { day: 5 }));
    expect(subjects[0]?.atPeak.transaminase).toMatchObject({ key: '2', day: 5, code: 'AST' });
  });

  test('without results has nobody', () => {
    expect(nothingScreened(usualLiverWindow)).toMatchObject({ subjects: [], withoutLimit: noRecords, undated: noRecords, results: 0 });
  });
});

describe('a subject is plotted', () => {
  const place = (peakTransaminase: number | null, peakBilirubin: number | null): LiverScreening => {
    const screening = screened(of('0012', 'ALT', 1));
    const subjects = screening.subjects.map((one) => ({ ...one, screen: { ...one.screen, peakTransaminase, peakBilirubin } }));
    return { ...screening, subjects };
  };

  test.each([
    [0.1, 0.2, true, ''],
    [0, 0.2, false, 'a peak of 0'],
    [0.1, 0, false, 'a peak of 0'],
    [null, null, false, 'no result with an upper limit'],
    [null, 1, false, 'no ALT or AST with an upper limit'],
    [1, null, false, 'no total bilirubin with an upper limit'],
  ])('with peaks of %s and %s: %s', (transaminase, bilirubin, is, why) => {
    const screening = place(transaminase, bilirubin);
    expect(plotted(screening)).toMatchObject(is ? [{ subject: '0012', transaminase, bilirubin }] : []);
    if (!is) expect(whyNot(screening.subjects[0] as ScreenedSubject)).toBe(why);
  });
});
