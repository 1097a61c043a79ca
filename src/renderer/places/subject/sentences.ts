import { lesionWords, type OtherLesions } from '../../../shared/derive/lesions.ts';
import { whenWords, type Clock } from './days.ts';
import type { MedicationLanes } from './medication-lanes.ts';
import type { Pressure } from './pressures.ts';
import { percentWords } from '../../record/figures/response-words.ts';
import type { ResponseLine } from './response-lines.ts';
import type { ResultSeries, SeriesPoint } from './result-series.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Describes a strip for screen readers; the tables below contain every value. `grades`: sentences about the grades of the test. */
export function seriesSentence({ test, unit, points, gaps }: ResultSeries, clock: Clock, grades: readonly string[] = []): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return `${test}: no numbers with a date.`;
  const numbers = points.filter(({ comparator }) => comparator === null);
  const by = (better: (value: number, than: number) => boolean): SeriesPoint | undefined =>
    numbers.reduce<SeriesPoint | undefined>(
      (best, point) => (best === undefined || better(point.value, best.value) ? point : best),
      undefined,
    );
  const said = (point: SeriesPoint | undefined, name: string): readonly string[] =>
    point === undefined ? [] : [`${name} ${valueWords(point)} on ${whenWords(clock, point.at)}`];
  const [high, low] = (['HIGH', 'LOW'] as const).map((flag) => points.filter((point) => point.flag === flag).length);
  const bounds = points.length - numbers.length;
  const missing = gaps.flatMap(({ visits }) => visits);
  const parts = [
    `${formatCountOf(points.length, 'result')} from ${whenWords(clock, first.at)} to ${whenWords(clock, last.at)}`,
    ...said(
      by((value, than) => value < than),
      'lowest',
    ),
    ...said(
      by((value, than) => value > than),
      'highest',
    ),
    ...said(last, 'last'),
    `${String(high ?? 0)} above and ${String(low ?? 0)} below their range`,
    ...(bounds === 0 ? [] : [`${String(bounds)} known only as beyond a bound`]),
    ...(missing.length === 0 ? [] : [`missing at ${missing.join(', ')}`]),
    ...grades,
  ];
  return `${test}${unit === null ? '' : `, ${unit}`}: ${parts.join('; ')}.`;
}

/** For example "62 high" or "<5". */
export function valueWords({ result, flag }: Pick<SeriesPoint, 'result' | 'flag'>): string {
  return `${result}${flag === 'HIGH' ? ' high' : flag === 'LOW' ? ' low' : ''}`;
}

export function pressureSentence(pressures: readonly Pressure[], clock: Clock): string {
  const [first, last] = [pressures[0], pressures.at(-1)];
  if (first === undefined || last === undefined) return 'Blood pressure: none with a date.';
  const highest = pressures.reduce((most, one) => ((one.systolic ?? 0) > (most.systolic ?? 0) ? one : most), first);
  return `Blood pressure: ${formatCountOf(pressures.length, 'reading')} from ${whenWords(clock, first.at)} to ${whenWords(clock, last.at)}; highest ${highest.words} on ${whenWords(clock, highest.at)}; last ${last.words} on ${whenWords(clock, last.at)}.`;
}

/** For example "7 drugs and doses, 13 of 19 records." */
export function medicationWords({ lanes, drawn, records, undated }: MedicationLanes): string {
  const some = drawn === records ? formatCountOf(records, 'record') : `${String(drawn)} of ${formatCountOf(records, 'record')}`;
  const without = undated === 0 ? '' : ` ${formatCountOf(undated, 'record has', 'records have')} no readable date.`;
  return `${formatCountOf(lanes.length, 'drug and dose', 'drugs and doses')}, ${some}.${without}`;
}

export function responseSentence({ points }: ResponseLine, clock: Clock): string {
  if (points.length === 0) return 'Response assessments: none with a date.';
  const said = points.map(({ at, sum, percent, otherLesions, code, conclusion, isBaseline }) => {
    const what = isBaseline ? 'baseline' : (code ?? conclusion ?? 'no conclusion');
    const size = sum === null ? '' : ` ${String(sum)} mm`;
    return `${whenWords(clock, at)} ${what}${size}${besideWords(percent, otherLesions)}`;
  });
  return `Response assessments: ${said.join('; ')}.`;
}

function besideWords(percent: number | null, others: OtherLesions | null): string {
  if (others !== null) return ` (${lesionWords(others)}, not compared)`;
  return percent === null ? '' : ` (${percentWords(percent)})`;
}
