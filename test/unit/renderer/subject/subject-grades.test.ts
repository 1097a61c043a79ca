import { describe, expect, test } from 'vitest';
import { calendarDay } from '../../../../src/shared/derive/study-day.ts';
import { seriesOf, type ResultSeries } from '../../../../src/renderer/places/subject/result-series.ts';
import { seriesSentence } from '../../../../src/renderer/places/subject/sentences.ts';
import { gradeSentence, subjectGrades, worstTitle, worstWords } from '../../../../src/renderer/places/subject/subject-grades.ts';
import { day, result } from './sample-results.ts';

const anchor = calendarDay('2025-09-12');
const asOf = '2026-04-01T08:00:00Z';
const clock = { anchor };
const labs = [
  result({ date: '2025-09-03', gradeHigh: 4 }),
  // The day of the anchor is not after the anchor.
  result({ date: '2025-09-12', gradeHigh: 4 }),
  result({ date: '2025-10-03', value: 310, gradeHigh: 3 }),
  result({ date: '2025-10-24', value: 320, gradeHigh: 3 }),
  result({ date: '2025-11-14', notGraded: 'no upper limit' }),
  result({ test: 'Hemoglobin', code: 'HGB', date: '2025-10-03', value: 8.4, unit: 'g/dL', gradeLow: 2, gradeHigh: 0 }),
  result({ test: 'Platelets', code: 'PLAT', date: '2025-10-03', gradeLow: 0 }),
  result({ test: 'AST', code: 'AST', collected: '2025-10', at: day('2025-10-01'), key: 'partial', gradeHigh: 4 }),
  // Dated after the pass that read it.
  result({ test: 'AST', code: 'AST', date: '2066-10-03', gradeHigh: 4 }),
  result({ test: 'Color', code: null, date: '2025-10-03' }),
];

describe('the grades of a subject', () => {
  const grades = subjectGrades(labs, anchor, asOf);

  test('are the worst after the anchor, per test and overall, with the first result of that grade', () => {
    expect(grades.byTest.get('ALT')).toMatchObject([{ grade: 3, result: { value: 310 } }]);
    expect(grades.byTest.get('Platelets')).toMatchObject([{ grade: 0 }]);
    expect([grades.byTest.has('AST'), grades.byTest.has('Color')]).toEqual([false, false]);
    expect(grades.worst.map(worstWords)).toEqual(['ALT 3', 'HGB 2 (low)']);
  });

  test('count results that could not be graded, and results without a plausible full date', () => {
    expect(grades.ungraded.map(({ key }) => key)).toEqual(['ALT-2025-11-14']);
    expect(grades.undated.map(({ key }) => key)).toEqual(['partial', 'AST-2066-10-03']);
  });

  test('are empty without an anchor, but still state whether any result has a grade', () => {
    const none = subjectGrades(labs, null, asOf);
    expect([none.byTest.size, none.worst.length, none.ungraded.length, none.isAny]).toEqual([0, 0, 0, true]);
    expect(subjectGrades([result({})], anchor, asOf).isAny).toBe(false);
  });

  test('are listed once for tests that share a code, with the highest grade', () => {
    const two = [...labs, result({ test: 'ALT (SGPT)', date: '2025-10-03', gradeHigh: 4 })];
    expect(subjectGrades(two, anchor, asOf).worst.map(worstWords)).toEqual(['ALT 4', 'HGB 2 (low)']);
  });

  test('appear in the title of a mark and in the sentence of a strip', () => {
    const [worst] = grades.worst;
    expect(worst === undefined ? '' : worstTitle(worst, 'C1D1', clock)).toBe('Worst CTCAE grade after C1D1: 3 (high), 310 U/L on day 22');
    const series = seriesOf('ALT', labs, [], null) as ResultSeries;
    expect(series.points.map(({ grade }) => grade)).toEqual([4, 4, 3, 3, null]);
    expect(seriesSentence(series, clock, gradeSentence(grades, 'ALT', 'C1D1', clock))).toMatch(
      /; worst CTCAE grade after C1D1 3 \(high\) on day 22; 1 result not graded\.$/,
    );
    expect(gradeSentence(grades, 'AST', 'C1D1', clock)).toEqual([]);
  });
});
