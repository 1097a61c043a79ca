import type { Sentence } from '../../../record/figures/figure.ts';
import { percentWords } from '../../../record/figures/response-words.ts';
import { leastInBin, type Trend, type Trends } from '../../../../shared/derive/trends.ts';
import { resultWords } from '../../../ui/format/numbers.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

/** Common spellings of UCUM units; all other units are shown as they are. */
const writtenUnits: Readonly<Record<string, string>> = { 'mm[Hg]': 'mmHg', Cel: '°C', '[degF]': '°F', '[in_i]': 'in', '[lb_av]': 'lb' };

export function unitWords(unit: string): string {
  return writtenUnits[unit] ?? unit;
}

export function withUnit(value: number, unit: string): string {
  return unit === '' ? resultWords(value) : `${resultWords(value)} ${unitWords(unit)}`;
}

/** Prefix of a bound. */
export function beyondSign(beyond: -1 | 0 | 1): string {
  return beyond === 0 ? '' : beyond < 0 ? '< ' : '> ';
}

/** Counts, the test most often outside its range, and the test whose median change is largest. */
export function trendsSentence({ trends, subjects, results }: Trends): Sentence {
  const lead: Sentence = [
    { strong: formatCountOf(results, 'result') },
    ' of ',
    { strong: formatCountOf(subjects, 'subject') },
    ` in ${formatCountOf(trends.filter(({ of }) => of.results > 0).length, 'test')}. `,
  ];
  const outside = mostOutside(trends);
  const moved = farthestMoved(trends);
  return [
    ...lead,
    ...(outside === null
      ? []
      : [
          'Most often outside its range: ',
          { strong: outside.test },
          `, ${formatCount(outside.outside)} of ${formatCount(outside.ranged)} results (${String(Math.round((100 * outside.outside) / outside.ranged))} %). `,
        ]),
    ...(moved === null
      ? []
      : [
          'From the first to the last result of a subject ',
          { strong: moved.test },
          ` changed most: ${percentWords(moved.percent)} (median of ${formatCountOf(moved.subjects, 'subject')}).`,
        ]),
  ];
}

function mostOutside(trends: readonly Trend[]): Pick<Trend, 'test' | 'outside' | 'ranged'> | null {
  const [most] = trends
    .filter(({ outside }) => outside > 0)
    .toSorted((left, right) => right.outside / right.ranged - left.outside / left.ranged);
  return most ?? null;
}

interface Moved {
  readonly test: string;
  readonly subjects: number;
  readonly percent: number;
}

function farthestMoved(trends: readonly Trend[]): Moved | null {
  const moved = trends.flatMap(({ test, moved: of }): Moved[] => (of === null ? [] : [{ test, ...of }]));
  const [farthest] = moved.toSorted((left, right) => Math.abs(right.percent) - Math.abs(left.percent));
  return farthest === undefined || farthest.percent === 0 ? null : farthest;
}

interface CaptionFacts {
  readonly anchor: string;
  readonly filter: string;
  /** Whether lines of individual subjects are drawn. */
  readonly lines: boolean;
  /** Whether every result can be selected, or only the highest one per subject and test. */
  readonly marks: 'results' | 'subjects';
}

export function trendsCaption({ trends, step, subjects, results, late }: Trends, { anchor, filter, lines, marks }: CaptionFacts): string {
  const ranges = trends.flatMap(({ test, of: { range } }) =>
    range === null || range.results === range.of ? [] : [`${test} ${String(Math.round((100 * range.results) / range.of))} %`],
  );
  const parts = [
    `n = ${formatCountOf(subjects, 'subject')}, ${formatCountOf(results, 'result')}. ${filter}.`,
    `Weeks from ${anchor}.`,
    `Median and interquartile range use each subject’s last result in intervals of ${formatCountOf(step, 'week')} with ${String(leastInBin)} or more subjects; subjects no longer followed are not included.`,
    lines
      ? ''
      : 'There are too many subjects to draw individual lines. For each subject and test, the highest result is marked if it is outside its range or beyond a limit.',
    marks === 'results'
      ? ''
      : 'There are too many results to select them all: only the highest result per subject and test can be selected.',
    trends.some(({ of }) => of.range !== null)
      ? `The usual range is the most frequent one${ranges.length === 0 ? '' : ` (${ranges.join(', ')}; others differ)`}.`
      : '',
    trends.some(({ beyond }) => beyond > 0)
      ? 'Results reported only as above or below a limit are not included in the median and interquartile range.'
      : '',
    late?.isDrawn === true
      ? `The full period is shown, including ${formatCountOf(late.results, 'result')} after day ${formatCount(late.day)}.`
      : '',
    ...converted(trends),
    ...clipped(trends),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function converted(trends: readonly Trend[]): readonly string[] {
  return trends.flatMap(({ test, of }) =>
    of.converted.map(
      ({ by, results }) => `${test}: ${formatCountOf(results, 'result')} converted from ${unitWords(by.from)} (${by.source}).`,
    ),
  );
}

function clipped(trends: readonly Trend[]): readonly string[] {
  return trends.flatMap(({ test, of, clipped: results, clippedAt }) =>
    clippedAt === null || results === 0
      ? []
      : [`${test}: ${formatCountOf(results, 'result')} above ${withUnit(clippedAt, of.unit)} drawn at the upper edge.`],
  );
}
