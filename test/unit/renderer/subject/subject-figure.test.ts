import { describe, expect, test } from 'vitest';
import type { MedicationRecord } from '../../../../src/shared/calls/subject.ts';
import type { TestResult } from '../../../../src/shared/calls/views.ts';
import { mapDatasets } from '../../../../src/shared/datasets/datasets.ts';
import { dayOf } from '../../../../src/renderer/places/subject/days.ts';
import { isMixed, type ResultSeries } from '../../../../src/renderer/places/subject/result-series.ts';
import { datesWords } from '../../../../src/renderer/places/subject/shown-dates.ts';
import { figureOf, type SubjectFigure } from '../../../../src/renderer/places/subject/subject-figure.ts';
import { firstView } from '../../../../src/renderer/data/model/subject-view.ts';
import { timeAxis } from '../../../../src/renderer/places/subject/time-axis.ts';
import type { SubjectData } from '../../../../src/renderer/places/subject/use-subject-data.ts';
import { assessment, day, result, visitDates } from './sample-results.ts';

const course = { first: dayOf(day('2025-09-03')), last: dayOf(day('2026-03-02')) };
const view = { ...firstView, axis: 'dates' as const, labs: ['ALT', 'AST'] };
const alts = visitDates.map((date, at) => result({ date, visit: `C${String(at)}D1`, low: 10, high: 40, value: 20 + at }));

function dataOf(labs: readonly TestResult[], more: Partial<SubjectData> = {}): SubjectData {
  return {
    subject: '0012',
    mirrored: ['labs', 'medications', 'responses'],
    asOf: { labs: '2026-04-01T08:00:00Z', vitals: null },
    records: mapDatasets(() => 1),
    labs: { results: labs, of: labs.length } as SubjectData['labs'],
    vitals: { results: [], of: 0 } as unknown as SubjectData['vitals'],
    medications: [],
    assessments: [],
    changes: { changes: [], of: 0 } as unknown as SubjectData['changes'],
    ...more,
  };
}

function strips({ labs }: SubjectFigure): readonly ResultSeries[] {
  return labs.flatMap((strip) => (isMixed(strip) ? [] : [strip]));
}

function medication(started: string | null, ended: string | null): MedicationRecord {
  return {
    key: `${String(started)} ${String(ended)}`,
    medication: 'ondansetron',
    dose: null,
    doseUnit: null,
    route: null,
    started,
    ended,
  };
}

describe('the figure of a subject with a mistyped date', () => {
  const data = dataOf(
    [
      ...alts,
      // Another test at a visit whose ALT has the correct date: the visit keeps its date.
      result({ test: 'AST', date: '1900-10-03', visit: 'C2D1', low: 10, high: 40 }),
      result({ test: 'ALT', date: '2091-03-09', value: 99, low: 10, high: 40, visit: 'C9D1' }),
    ],
    { assessments: [assessment('1900-10-03', 80, { isBaseline: true }), assessment('2025-12-05', 60)] },
  );

  test('draws what lies within the usual dates on an axis of only those, and counts the rest per strip', () => {
    const figure = figureOf(data, view, null, 'most');
    expect(figure.dates.span).toEqual(course);
    expect(figure.dates.apart).toHaveLength(3);
    const { clock, visits, moments } = figure;
    const axis = timeAxis({ kind: 'dates', clock, visits, moments, exact: true, width: 800 });
    expect([axis?.from, axis?.to]).toEqual([day('2025-09-03'), day('2026-03-03')]);
    expect(figure.visits.find(({ visit }) => visit === 'C2D1')?.at).toBe(day('2025-10-03'));
    const [alt, ast] = strips(figure);
    expect(alt).toMatchObject({ notShown: 1, runs: [{ length: visitDates.length }], bands: [{ to: Number.POSITIVE_INFINITY }] });
    expect(ast).toMatchObject({ notShown: 1, points: [] });
    expect(figure.steps).toEqual(visitDates.map((date) => day(date)));
  });

  test('keeps the change from a baseline that is not shown, and states that day 1 is not shown either', () => {
    const figure = figureOf(data, { ...view, axis: 'days' }, null, 'most');
    expect(figure.responses).toMatchObject([{ baseline: 80, notShown: 1, points: [{ sum: 60, percent: -25 }] }]);
    expect(datesWords(figure.dates, figure.clock)).toMatch(/ Day 1 \(3 Oct 1900\) is outside the dates shown\.$/);
  });

  test('does not count days from an implausible date, before 1990 or after the pass', () => {
    const { anchors } = figureOf({ ...data, assessments: [] }, view, null, 'most');
    expect(anchors.firstRecord).toBe(dayOf(day('2025-09-03')));
    const days = { ...view, axis: 'days' as const, anchor: { kind: 'visit' as const, visit: 'C9D1' } };
    expect(figureOf(data, days, null, 'most')).toMatchObject({ unanchored: true, clock: { anchor: null } });
    const known = { ...days, anchor: { kind: 'visit' as const, visit: 'C2D1' } };
    expect(figureOf(data, known, null, 'most').clock.anchor).toBe(dayOf(day('2025-10-03')));
  });

  test('draws everything once all dates are requested', () => {
    const figure = figureOf(data, view, null, 'all');
    expect(strips(figure).map(({ points }) => points.length)).toEqual([visitDates.length + 1, 1]);
    expect(figure.visits[0]?.visit).toBe('C2D1');
  });

  test('reports a missing test at a visit even if another result of that visit has the wrong year', () => {
    const others = alts.filter(({ visit }) => visit !== 'C3D1').map((one) => ({ ...one, key: `AST-${one.key}`, test: 'AST' }));
    const wrong = result({ test: 'Iron', date: '1900-10-24', visit: 'C3D1' });
    const [, ast] = strips(figureOf(dataOf([...alts, ...others, wrong]), view, null, 'most'));
    expect(ast?.gaps).toEqual([{ from: day('2025-10-03'), to: day('2025-11-14'), visits: ['C3D1'] }]);
  });
});

describe('marked dates', () => {
  test('do not make a test usual that is measured at few visits of the course', () => {
    const rare = [2, 4].map((at) => result({ test: 'AST', date: visitDates[at] ?? '', visit: `C${String(at)}D1` }));
    const late = result({ test: 'AST', date: '2026-03-02', visit: 'C8D1' });
    const marked = { first: dayOf(day('2025-10-03')), last: dayOf(day('2025-11-14')) };
    const [, ast] = strips(figureOf(dataOf([...alts, ...rare, late]), view, null, marked));
    expect(ast).toMatchObject({ points: { length: 2 }, notShown: 1, gaps: [] });
  });

  test('are shown if a medication runs in them, even without results, and are otherwise ignored', () => {
    const marked = { first: dayOf(day('2026-05-01')), last: dayOf(day('2026-05-10')) };
    const figure = figureOf(dataOf(alts, { medications: [medication('2026-04', null)] }), view, null, marked);
    expect(figure.dates).toMatchObject({ span: marked, apart: { length: visitDates.length } });
    expect(strips(figure)).toMatchObject([{ points: [], notShown: visitDates.length }]);
    const without = figureOf(dataOf(alts, { medications: [medication('2026-04', '2026-04-30')] }), view, null, marked);
    expect(without.dates.span).toBeNull();
  });
});

test('the axis of medications alone spans their first to their last known day', () => {
  const medications = [medication('2025-09', '2025-09-20'), medication(null, '2025-10-05'), medication('unknown', null)];
  const figure = figureOf(dataOf([], { medications }), view, null, 'most');
  expect(figure.dates).toMatchObject({ span: null, ofMedications: true });
  const { clock, visits, moments } = figure;
  const axis = timeAxis({ kind: 'dates', clock, visits, moments, exact: false, width: 800 });
  expect([axis?.from, axis?.to]).toEqual([day('2025-09-01'), day('2025-10-06')]);
});

test('the axis maps a position back to its moment, also where visits are evenly spaced', () => {
  const marks = visitDates.map((date) => ({ visit: date, at: day(date) }));
  for (const kind of ['dates', 'visits'] as const) {
    const axis = timeAxis({ kind, clock: { anchor: null }, visits: marks, moments: [], exact: false, width: 800 });
    for (const { at } of marks) expect(axis?.at(axis.x(at))).toBeCloseTo(at, -2);
  }
});
