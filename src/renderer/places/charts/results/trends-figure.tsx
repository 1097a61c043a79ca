import type { ReactNode } from 'react';
import { datasets } from '../../../../shared/datasets/datasets.ts';
import type { Drawing, Figure, LegendItem, Mark, Omission, Size, TwinRow } from '../../../record/figures/figure.ts';
import { gradeTip } from '../../../record/figures/grade-words.ts';
import { weekWords } from '../../../record/figures/response-words.ts';
import { weekScale } from '../../../record/figures/axes.tsx';
import type { NamedTest } from '../../../../shared/derive/other-names.ts';
import { codeCounts, trendOmissions, gradeCounts, hollowCircle, otherNameOmissions, ring, triangle } from './result-omissions.ts';
import { drawnBins, placeTrend, TrendHighlight, TrendPanel, type PlacedLine, type PlacedPoint, type PlacedTrend } from './trend-panel.tsx';
import { beyondSign, trendsCaption, trendsSentence, unitWords, withUnit } from './trend-words.ts';
import { resultWords } from '../../../ui/format/numbers.ts';
import { isSevere } from '../../../../shared/derive/grade-course.ts';
import type { Late, Trends } from '../../../../shared/derive/trends.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

/** Minimum size of a panel in pixels, and maximum number of panels side by side. */
const leastPanel = { width: 330, height: 190 };
const mostColumns = 3;
const gap = 10;

/** Maximum number of results for which each one gets its own mark. */
const mostMarked = 12_000;

interface TrendFacts {
  readonly dataset: 'labs' | 'vitals';
  readonly anchor: string;
  readonly filter: string;
  /** All tests, of which some are shown. */
  readonly tests?: readonly NamedTest[];
  /** Called with whether to draw late results that stretch the axis. */
  readonly onWholeTime?: (wholeTime: boolean) => void;
}

const titles = { labs: 'Lab results over time', vitals: 'Vital signs over time' } as const;

/** Small multiples: one panel per test, all with the same weeks. */
export function trendsFigure(trends: Trends, { dataset, anchor, filter, tests = [], onWholeTime }: TrendFacts): Figure {
  const lines = trends.whole;
  const { late } = trends;
  return {
    name: dataset === 'labs' ? 'lab-trends' : 'vital-trends',
    title: titles[dataset],
    dataset,
    sentence: trendsSentence(trends),
    caption: trendsCaption(trends, { anchor, filter, lines, marks: trends.results <= mostMarked ? 'results' : 'subjects' }),
    omissions: [
      ...trendOmissions(trends),
      ...(late === null || late.isDrawn ? [] : [lateOmission(late, datasets[dataset].key)]),
      ...otherNameOmissions(
        tests,
        trends.trends.map(({ test }) => test),
      ),
    ],
    counted: [...gradeCounts(trends), ...codeCounts(trends)],
    ...(late === null || onWholeTime === undefined ? {} : { step: lateStep(late, onWholeTime) }),
    legend: trends.results === 0 ? [] : legendOf(trends, lines),
    nothing: trends.results > 0 ? null : `Nothing to draw: no subject with ${anchor} has a dated numeric result for these tests.`,
    draw: (size) => drawTrends(trends, anchor, size),
    fileHeight: Math.ceil(trends.trends.length / Math.min(mostColumns, trends.trends.length || 1)) * 220,
    table: {
      columns: [
        { title: 'Test' },
        { title: 'Unit' },
        { title: 'Weeks' },
        { title: 'Subjects', right: true },
        { title: 'Median', right: true },
        { title: 'Interquartile range', right: true },
        { title: 'Least', right: true },
        { title: 'Greatest', right: true },
      ],
      rows: trends.trends.flatMap(({ test, of: { unit }, bins }) =>
        bins.map((bin): TwinRow => {
          const weeks = `${resultWords(bin.from)} to ${resultWords(bin.from + trends.step)}`;
          const middle = `${resultWords(bin.lower)} to ${resultWords(bin.upper)}`;
          return {
            key: `${test} ${String(bin.from)}`,
            subject: null,
            cells: [
              test,
              unitWords(unit),
              weeks,
              formatCount(bin.subjects),
              resultWords(bin.median),
              middle,
              resultWords(bin.least),
              resultWords(bin.greatest),
            ],
          };
        }),
      ),
    },
  };
}

function lateOmission({ results, day, keys }: Late, key: string): Omission {
  return {
    words: `${formatCountOf(results, 'result')} after day ${formatCount(day)}`,
    where: keys === null ? null : [{ column: key, op: 'in', values: [...keys] }],
  };
}

function lateStep({ isDrawn }: Late, onWholeTime: (wholeTime: boolean) => void): NonNullable<Figure['step']> {
  return {
    label: isDrawn ? 'Hide the few late results' : 'Show the full period',
    take: () => {
      onWholeTime(!isDrawn);
    },
  };
}

/** Lists only what occurs. */
function legendOf({ trends }: Trends, lines: boolean): readonly LegendItem[] {
  const points = trends.flatMap(({ of }) => of.series.flatMap((one) => one.points));
  const medians = trends.some((trend) => drawnBins(trend).length > 1);
  const item = (is: boolean, shape: string, color: string, words: string): readonly LegendItem[] => (is ? [{ shape, color, words }] : []);
  return [
    ...item(medians, 'M0 4.8H12V7.2H0Z', 'var(--series)', 'Median'),
    ...item(medians, 'M0 2H12V10H0Z', 'var(--heat-2)', 'Interquartile range'),
    ...item(lines, 'M0 5.4H12V6.6H0Z', 'var(--series-2)', 'Subjects'),
    ...item(
      trends.some(({ of }) => of.range !== null),
      'M0 1H12V11H0Z',
      'var(--band)',
      'Usual range',
    ),
    ...item(
      points.some(({ flag }) => flag === 1),
      triangle(6, 6, 4, -1),
      'var(--high-line)',
      'Above its range',
    ),
    ...item(
      points.some(({ flag }) => flag === -1),
      triangle(6, 6, 4, 1),
      'var(--low-line)',
      'Below its range',
    ),
    ...item(
      points.some(({ grade }) => isSevere(grade)),
      ring(6, 6, 5),
      'var(--text)',
      'CTCAE grade 3 or 4',
    ),
    ...item(
      points.some(({ beyond }) => beyond !== 0),
      hollowCircle(6, 6, 4),
      'var(--series)',
      'Beyond a limit',
    ),
  ];
}

function drawTrends({ trends, results, whole }: Trends, anchor: string, { width, height }: Size): Drawing {
  const columns = Math.max(1, Math.min(mostColumns, trends.length, Math.floor((width + gap) / (leastPanel.width + gap))));
  const rows = Math.max(1, Math.ceil(trends.length / columns));
  const tall = Math.max(leastPanel.height, Math.floor(height / rows));
  const wide = (width - gap * (columns - 1)) / columns;
  const domain = weekDomain(trends);
  const placed = trends.map((trend, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return placeTrend(trend, { x: column * (wide + gap), y: row * tall, width: wide, height: tall }, domain);
  });
  const title = `Weeks from ${anchor}`;
  return {
    picture: placed.map((one, at) => (
      <TrendPanel key={one.trend.test} placed={one} axisTitle={at + columns >= placed.length ? title : ''} withLines={whole} />
    )),
    height: rows * tall,
    rows: placed.flatMap((one, panel) => (results <= mostMarked ? pointMarks(one, panel) : [peakMarks(one, panel)])),
    brush: 'xy',
    highlight: (mark) => (whole ? <Highlight placed={placed} mark={mark} /> : null),
  };
}

function weekDomain(trends: Trends['trends']): readonly [number, number] {
  const weeks = trends.flatMap(({ extent }) => extent?.weeks ?? []);
  const [first = 0, last = 1] = weekScale(weeks, [0, 1]).domain();
  return [first, last];
}

/** One row of marks per subject, ordered from the line that ends highest to the lowest. */
function pointMarks(one: PlacedTrend, panel: number): readonly (readonly Mark[])[] {
  return one.lines
    .toSorted((left, right) => (left.points.at(-1)?.y ?? 0) - (right.points.at(-1)?.y ?? 0))
    .map((line) => line.points.map((point, at) => markOf(one, panel, line, point, at)));
}

/** One mark per subject at its highest result, all in one row from left to right. */
function peakMarks(one: PlacedTrend, panel: number): readonly Mark[] {
  return one.lines
    .flatMap((line) => {
      const at = line.points.reduce((best, { y }, place) => (y < (line.points[best]?.y ?? Infinity) ? place : best), 0);
      const point = line.points[at];
      return point === undefined ? [] : [markOf(one, panel, line, point, at)];
    })
    .toSorted((left, right) => left.box.x - right.box.x);
}

function markOf(
  { trend: { test, of } }: PlacedTrend,
  panel: number,
  { subject }: PlacedLine,
  { point, x, y }: PlacedPoint,
  at: number,
): Mark {
  const { value, beyond, flag, weeks } = point;
  const lies = flag === null ? '' : ['below its range', 'within its range', 'above its range'][flag + 1];
  return {
    id: `${String(panel)} ${String(at)} ${subject}`,
    subject,
    says: [
      subject,
      `${test}: ${beyondSign(beyond)}${withUnit(value, of.unit)}`,
      ...(lies === undefined || lies === '' ? [] : [lies]),
      ...gradeTip(point.grade),
      weekWords(weeks),
    ],
    box: { x: x - 4, y: y - 4, width: 8, height: 8 },
  };
}

/** Index of the panel that contains a mark. */
export function panelOf({ id }: Pick<Mark, 'id'>): number {
  return Number(id.split(' ', 1)[0]);
}

function Highlight({ placed, mark }: { readonly placed: readonly PlacedTrend[]; readonly mark: Mark }): ReactNode {
  const here = panelOf(mark);
  // Highlight the subject in every panel, most strongly in the one with the mark.
  return placed.map(({ lines, box }, panel) => {
    const line = lines.find(({ subject }) => subject === mark.subject);
    return line === undefined ? null : (
      <g key={panel} opacity={panel === here ? 1 : 0.75}>
        <TrendHighlight line={line} box={box} />
      </g>
    );
  });
}
