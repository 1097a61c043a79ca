import { millisecondsOfDay } from '../../../shared/day.ts';
import type { TestResult } from '../../../shared/calls/views.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { isPlausibleAt } from '../../../shared/derive/plausible-date.ts';
import { anchorDay, anchorsOf, type SubjectAnchors } from './anchors.ts';
import { stepsOf } from './cross-hair.ts';
import { dayOf, type Clock } from './days.ts';
import { barOf } from './medication-lanes.ts';
import { pressuresOf, type Pressure } from './pressures.ts';
import { responseLinesOf, type ResponseLine } from './response-lines.ts';
import { isMixed, seriesOf, type MixedUnits, type ResultSeries } from './result-series.ts';
import { daysOf, isWithin, shownDates, type DatedRecord, type DatedRecords, type DateChoice, type ShownDates } from './shown-dates.ts';
import type { SubjectView } from '../../data/model/subject-view.ts';
import { subjectGrades, type SubjectGrades } from './subject-grades.ts';
import { isPressure, tellingLabs, testsOf, type SubjectTest } from './telling-tests.ts';
import type { SubjectData } from './use-subject-data.ts';
import { visitsOf, visitsWithin, type Visit } from './visits.ts';
import { responseWithin, seriesWithin } from './within-dates.ts';

/** The name under which the pair of pressures is chosen among the vitals. */
const pressureName = 'Blood pressure';

/** What can be drawn of a subject's vitals: the pressures as one. */
function vitalTests(tests: readonly SubjectTest[]): readonly SubjectTest[] {
  const pressures = tests.filter(({ code }) => isPressure(code));
  const others = tests.filter(({ code, drawable }) => !isPressure(code) && drawable > 0);
  if (pressures.length === 0) return others;
  const records = Math.max(...pressures.map((test) => test.records));
  const drawable = Math.max(...pressures.map((test) => test.drawable));
  return [{ test: pressureName, code: null, records, drawable }, ...others];
}

/** All that is drawn of one subject, before it has a place on the screen. */
export interface SubjectFigure {
  readonly anchors: SubjectAnchors;
  /** What days are counted from; its anchor is null where dates are shown. */
  readonly clock: Clock;
  /** Days were asked for, but the subject has nothing to count them from. */
  readonly unanchored: boolean;
  /** By their first results among the dates that are shown. */
  readonly visits: readonly Visit[];
  readonly labTests: readonly SubjectTest[];
  readonly vitalTests: readonly SubjectTest[];
  readonly chosenLabs: readonly string[];
  readonly chosenVitals: readonly string[];
  readonly labs: readonly (ResultSeries | MixedUnits)[];
  /** After the day of the chosen anchor, also where dates are shown. */
  readonly grades: SubjectGrades;
  readonly vitals: readonly (ResultSeries | MixedUnits)[];
  /** Null where pressures were not chosen, or there are none. */
  readonly pressures: readonly Pressure[] | null;
  /** Readings on dates that the axis does not show. */
  readonly pressuresNotShown: number;
  readonly responses: readonly ResponseLine[];
  readonly dates: ShownDates;
  readonly dated: DatedRecords;
  /** Moments that the axis must reach: of the records within the dates that are shown, or the ends of those. */
  readonly moments: readonly number[];
  /** Where the cross-hair can stand. */
  readonly steps: readonly number[];
}

/** `reference`: the subject's imported reference date as a day from 1970-01-01; null without one. */
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
  const readings = chosenVitals.includes(pressureName) ? pressuresOf(vitals) : [];
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
    pressures: readings.length === 0 ? null : pressures,
    pressuresNotShown: readings.length - pressures.length,
    responses,
    dates,
    dated,
    moments: (span === null ? daysOf(dated.counted) : [span.first, span.last]).map((day) => day * millisecondsOfDay),
    steps: stepsOf(drawn),
  };
}

/** Those whose date can be one of a record: days are counted from no other, as in figures and files. */
function possibleIn(results: readonly TestResult[], asOf: string | null): readonly TestResult[] {
  return results.filter(({ at }) => at !== null && isPlausibleAt(at, asOf));
}

/** The axis is that of all the subject's records, so that it stays when other tests are chosen; of medications only where there is nothing else. */
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

/** Of the tests that were chosen for the study, those that this subject has; in the order chosen. */
function chosenOf(chosen: readonly string[] | null, tests: readonly SubjectTest[], usual: readonly string[]): readonly string[] {
  const known = new Set(tests.map(({ test }) => test));
  return (chosen ?? usual).filter((test) => known.has(test));
}
