import { millisecondsOfDay } from '../../../shared/day.ts';
import type { TestResult } from '../../../shared/calls/views.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { isPlausibleAt } from '../../../shared/derive/plausible-date.ts';
import { anchorDay, anchorsOf, type SubjectAnchors } from './anchors.ts';
import { stepsOf } from './cross-hair.ts';
import { dayOf, type Clock } from './days.ts';
import { barOf } from './medication-lanes.ts';
import { pressuresLeft, pressuresOf, type Pressure, type PressuresLeft } from './pressures.ts';
import { responseLinesOf, type ResponseLine } from './response-lines.ts';
import { isMixed, seriesOf, type MixedUnits, type ResultSeries } from './result-series.ts';
import { daysOf, isWithin, shownDates, type DatedRecord, type DatedRecords, type DateChoice, type ShownDates } from './shown-dates.ts';
import type { SubjectView } from '../../data/model/subject-view.ts';
import { subjectGrades, type SubjectGrades } from './subject-grades.ts';
import { isPressure, tellingLabs, testsOf, type SubjectTest } from './telling-tests.ts';
import type { SubjectData } from './use-subject-data.ts';
import { visitsOf, visitsWithin, type Visit } from './visits.ts';
import { responseWithin, seriesWithin } from './within-dates.ts';

/** Name of the combined blood pressure strip among the vitals. */
const pressureName = 'Blood pressure';

/** The vitals that can be drawn, with systolic and diastolic pressure as one. */
function vitalTests(tests: readonly SubjectTest[]): readonly SubjectTest[] {
  const pressures = tests.filter(({ code }) => isPressure(code));
  const others = tests.filter(({ code, drawable }) => !isPressure(code) && drawable > 0);
  if (pressures.length === 0) return others;
  const records = Math.max(...pressures.map((test) => test.records));
  const drawable = Math.max(...pressures.map((test) => test.drawable));
  return [{ test: pressureName, code: null, records, drawable }, ...others];
}

/** Everything drawn for one subject, independent of screen coordinates. */
export interface SubjectFigure {
  readonly anchors: SubjectAnchors;
  /** Its anchor is null if dates are shown. */
  readonly clock: Clock;
  /** Days were chosen, but the subject has no anchor day. */
  readonly unanchored: boolean;
  /** Ordered by their first results within the dates shown. */
  readonly visits: readonly Visit[];
  readonly labTests: readonly SubjectTest[];
  readonly vitalTests: readonly SubjectTest[];
  readonly chosenLabs: readonly string[];
  readonly chosenVitals: readonly string[];
  readonly labs: readonly (ResultSeries | MixedUnits)[];
  /** Grades after the day of the chosen anchor, even if dates are shown. */
  readonly grades: SubjectGrades;
  readonly vitals: readonly (ResultSeries | MixedUnits)[];
  /** Null if pressures were not chosen or there are none. */
  readonly pressures: readonly Pressure[] | null;
  /** Number of readings on dates that the axis does not show, and of results that form no reading. */
  readonly pressuresLeft: PressuresLeft & { readonly notShown: number };
  readonly responses: readonly ResponseLine[];
  readonly dates: ShownDates;
  readonly dated: DatedRecords;
  /** Times that the axis must include: those of all counted records or, if a span is shown, its two ends. */
  readonly moments: readonly number[];
  /** Possible positions of the cross-hair. */
  readonly steps: readonly number[];
}

/** `reference`: the subject's imported reference date in days since 1970-01-01; null without one. */
export function figureOf(data: SubjectData, view: SubjectView, reference: number | null, choice: DateChoice): SubjectFigure {
  const labs = data.labs.results;
  const vitals = data.vitals.results;
  const visits = visitsOf([...labs, ...vitals]);
  const possible = [...possibleIn(labs, data.asOf.labs), ...possibleIn(vitals, data.asOf.vitals)];
  const anchors = anchorsOf(data.assessments, possible, visitsOf(possible), reference);
  const anchor = view.axis === 'days' ? anchorDay(anchors, view.anchor) : null;
  const labTests = testsOf(labs);
  const vitalsOffered = vitalTests(testsOf(vitals));
  const chosenLabs = chosenOf(view.labs, labTests, tellingLabs(labTests));
  const chosenVitals = chosenOf(view.vitals, vitalsOffered, [pressureName]);
  const unit = (test: string): string | null => view.units[test] ?? null;
  const dated = datedRecords(data);
  const dates = shownDates(dated, choice);
  const { span } = dates;
  const within = ({ at }: { readonly at: number | null }): boolean => at !== null && isWithin(span, at);
  const drawnOf = (tests: readonly string[], results: readonly TestResult[]): readonly (ResultSeries | MixedUnits)[] => {
    const named = visitsWithin(results, span);
    return tests.map((test) => {
      const series = seriesOf(test, results, named, unit(test));
      return isMixed(series) ? series : seriesWithin(series, span);
    });
  };
  const labSeries = drawnOf(chosenLabs, labs);
  const vitalSeries = drawnOf(
    chosenVitals.filter((test) => test !== pressureName),
    vitals,
  );
  const pressureResults = chosenVitals.includes(pressureName) ? vitals : [];
  const readings = pressuresOf(pressureResults);
  const left = pressuresLeft(pressureResults);
  const pressures = readings.filter(within);
  const responses = responseLinesOf(data.assessments).map((line) => responseWithin(line, span));
  const drawn = [
    ...[...labSeries, ...vitalSeries].flatMap((series) => (isMixed(series) ? [] : [...series.points, ...series.texts])),
    ...pressures,
    ...responses.flatMap(({ points }) => points),
  ].map(({ at }) => at);
  return {
    anchors,
    clock: { anchor },
    unanchored: view.axis === 'days' && anchor === null,
    visits: span === null ? visits : visitsOf([...labs, ...vitals].filter(within)),
    labTests,
    vitalTests: vitalsOffered,
    chosenLabs,
    chosenVitals,
    labs: labSeries,
    grades: subjectGrades(labs, anchorDay(anchors, view.anchor), data.asOf.labs),
    vitals: vitalSeries,
    pressures: readings.length + left.undated + left.withoutNumber === 0 ? null : pressures,
    pressuresLeft: { ...left, notShown: readings.length - pressures.length },
    responses,
    dates,
    dated,
    moments: (span === null ? daysOf(dated.counted) : [span.first, span.last]).map((day) => day * millisecondsOfDay),
    steps: stepsOf(drawn),
  };
}

/** Results with a plausible date. Only these can be an anchor, as in figures and files. */
function possibleIn(results: readonly TestResult[], asOf: string | null): readonly TestResult[] {
  return results.filter(({ at }) => at !== null && isPlausibleAt(at, asOf));
}

/** All dated records, so that the axis does not depend on the chosen tests. Medications are counted only if there is nothing else. */
function datedRecords({ labs, vitals, assessments, medications }: SubjectData): DatedRecords {
  const dated = [...datedIn('labs', labs.results), ...datedIn('vitals', vitals.results), ...datedIn('responses', assessments)];
  const taken = medications.map(barOf).flatMap(({ key, from, to }): readonly DatedRecord[] => {
    if (from === null && to === null) return [];
    const first = from === null ? Number.NEGATIVE_INFINITY : dayOf(from);
    const last = to === null ? Number.POSITIVE_INFINITY : dayOf(to - 1);
    return [{ dataset: 'medications', key, first, last }];
  });
  return { counted: dated.length > 0 ? dated : taken, medications: taken };
}

function datedIn(dataset: DatasetName, records: readonly { readonly key: string; readonly at: number | null }[]): readonly DatedRecord[] {
  return records.flatMap(({ key, at }) => (at === null ? [] : [{ dataset, key, first: dayOf(at), last: dayOf(at) }]));
}

/** The tests chosen for the study that this subject has, in the chosen order. */
function chosenOf(chosen: readonly string[] | null, tests: readonly SubjectTest[], usual: readonly string[]): readonly string[] {
  const known = new Set(tests.map(({ test }) => test));
  return (chosen ?? usual).filter((test) => known.has(test));
}
