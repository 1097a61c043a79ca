import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { SeriesPoint, SubjectSeries } from '../../../../shared/derive/result-series.ts';
import { textWidth, type Box } from '../../../record/figures/figure.ts';
import { fitEnd } from '../../../ui/format/text-width.ts';
import { crisp, WeekAxis, WeekGrid, weekAxisHeight } from '../../../record/figures/axes.tsx';
import { isSevere } from '../../../../shared/derive/grade-course.ts';
import { circle, ring, triangle } from './result-omissions.ts';
import { short } from '../../../record/figures/response-style.ts';
import { unitWords } from './trend-words.ts';
import { resultWords } from '../../../ui/format/numbers.ts';
import { leastInBin, type Trend } from '../../../../shared/derive/trends.ts';

/** Margins of a panel's plot: the numbers of its axis on the left, its name above. */
const margin = { left: 46, right: 14, top: 26 };

/** Pixels between the name of a test and its unit. */
const unitGap = 6;

type Scale = ScaleLinear<number, number>;

/** The positioned panel of one test, with its own vertical axis. */
export interface PlacedTrend {
  readonly trend: Trend;
  readonly box: Box;
  readonly x: Scale;
  readonly y: Scale;
  readonly lines: readonly PlacedLine[];
}

export interface PlacedLine {
  readonly subject: string;
  readonly points: readonly PlacedPoint[];
}

export interface PlacedPoint {
  readonly point: SeriesPoint;
  readonly x: number;
  readonly y: number;
}

/** `domain`: range of weeks of all panels. */
export function placeTrend(trend: Trend, box: Box, domain: readonly [number, number]): PlacedTrend {
  const x = scaleLinear([...domain], [box.x + margin.left, box.x + box.width - margin.right]);
  const y = scaleLinear([...valueDomain(trend)], [box.y + box.height - weekAxisHeight, box.y + margin.top]).nice(4);
  const [, top = 0] = y.domain();
  return { trend, box, x, y, lines: trend.of.series.map((series) => placeLine(series, x, (value) => y(Math.min(top, value)))) };
}

/** Covers the usual range and all values up to where the axis is clipped. */
function valueDomain({ of: { range }, extent, clippedAt }: Trend): readonly [number, number] {
  if (extent === null) return [0, 1];
  const [least, most] = extent.values;
  const high = Math.max(Math.min(most, clippedAt ?? most), range?.high ?? -Infinity);
  const low = Math.min(least, range?.low ?? Infinity);
  const room = high === low ? Math.max(1, Math.abs(high) * 0.1) : 0;
  return [low - room, high + room];
}

function placeLine({ subject, points }: SubjectSeries, x: Scale, y: (value: number) => number): PlacedLine {
  return { subject, points: points.map((point) => ({ point, x: x(point.weeks), y: y(point.value) })) };
}

function pathOf({ points }: PlacedLine): string {
  return `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}`;
}

interface TrendPanelProps {
  readonly placed: PlacedTrend;
  /** Title of the axis of weeks; empty if another panel shows it. */
  readonly axisTitle: string;
  /** Whether lines of individual subjects are drawn. Markers of results out of range, beyond a bound, or of grade 3 or 4 always are. */
  readonly withLines: boolean;
}

export function TrendPanel({ placed, axisTitle, withLines }: TrendPanelProps): ReactNode {
  const { trend, box, x, y, lines } = placed;
  const bottom = box.y + box.height - weekAxisHeight;
  const { unit } = trend.of;
  const room = box.width - margin.left - margin.right - (unit === '' ? 0 : unitGap + textWidth(unitWords(unit)));
  return (
    <g data-test={trend.test}>
      <text x={box.x + margin.left} y={box.y + 13} fill="var(--text)" fontWeight={600}>
        {fitEnd(trend.test, room, { size: 11, weight: 600 })}
        {unit !== '' && (
          <tspan fill="var(--text-3)" fontWeight={400} dx={unitGap}>
            {unitWords(unit)}
          </tspan>
        )}
      </text>
      {trend.of.results === 0 ? (
        <text x={box.x + margin.left} y={(box.y + margin.top + bottom) / 2} fill="var(--text-3)">
          nothing to draw; see the caption
        </text>
      ) : (
        <>
          <UsualRange placed={placed} />
          <WeekGrid scale={x} from={box.y + margin.top} to={bottom} />
          <ValueAxis y={y} left={box.x + margin.left} right={box.x + box.width - margin.right} />
          <Band placed={placed} />
          {withLines && (
            <path
              d={lines.map(pathOf).join('')}
              stroke="var(--series-2)"
              strokeWidth={lines.length > 100 ? 0.6 : 1}
              strokeLinejoin="round"
              opacity={lines.length > 100 ? 0.35 : 0.6}
              fill="none"
            />
          )}
          <Median placed={placed} />
          <Shapes lines={lines} />
          <WeekAxis scale={x} y={bottom} title={axisTitle} />
        </>
      )}
    </g>
  );
}

function UsualRange({ placed: { trend, box, y } }: { readonly placed: PlacedTrend }): ReactNode {
  const { range } = trend.of;
  if (range === null) return null;
  const [bottom = 0, top = 0] = y.range();
  const [upper, lower] = [range.high === null ? top : y(range.high), range.low === null ? bottom : y(range.low)];
  return (
    <rect
      x={box.x + margin.left}
      y={short(upper)}
      width={box.width - margin.left - margin.right}
      height={short(Math.max(0, lower - upper))}
      fill="var(--band)"
    />
  );
}

function ValueAxis({ y, left, right }: { readonly y: Scale; readonly left: number; readonly right: number }): ReactNode {
  return y.ticks(4).map((tick) => (
    <g key={tick}>
      <path d={`M${short(left)} ${crisp(y(tick))}H${short(right)}`} stroke="var(--plot-grid)" strokeWidth={1} fill="none" />
      <text x={left - 8} y={short(y(tick) + 4)} textAnchor="end" fill="var(--plot-axis)">
        {resultWords(tick)}
      </text>
    </g>
  ));
}

/** Bins with enough subjects for a median. A median line needs two of them. */
export function drawnBins({ bins }: Pick<Trend, 'bins'>): Trend['bins'] {
  return bins.filter(({ subjects }) => subjects >= leastInBin);
}

function Band({ placed }: { readonly placed: PlacedTrend }): ReactNode {
  const bins = drawnBins(placed.trend);
  if (bins.length < 2) return null;
  const { x, y } = placed;
  const upper = bins.map((bin) => `${short(x(bin.weeks))} ${short(y(bin.upper))}`);
  const lower = bins.toReversed().map((bin) => `${short(x(bin.weeks))} ${short(y(bin.lower))}`);
  return <path d={`M${[...upper, ...lower].join('L')}Z`} fill="var(--series)" opacity={0.2} data-band />;
}

function Median({ placed }: { readonly placed: PlacedTrend }): ReactNode {
  const bins = drawnBins(placed.trend);
  if (bins.length < 2) return null;
  const { x, y } = placed;
  const d = `M${bins.map((bin) => `${short(x(bin.weeks))} ${short(y(bin.median))}`).join('L')}`;
  return (
    <>
      <path d={d} stroke="var(--surface)" strokeWidth={4.5} strokeLinejoin="round" fill="none" opacity={0.7} />
      <path d={d} stroke="var(--series)" strokeWidth={2.4} strokeLinejoin="round" fill="none" data-median />
    </>
  );
}

/** Hollow: beyond a bound. Triangle: outside its range, in that direction. Ring around it: grade 3 or 4. One path per shape. */
function Shapes({ lines }: { readonly lines: readonly PlacedLine[] }): ReactNode {
  const paths = { high: '', low: '', beyond: '', severe: '' };
  const r = lines.length > 100 ? 1.8 : 3;
  for (const { points } of lines)
    for (const { point, x, y } of points) {
      if (point.beyond !== 0) paths.beyond += circle(x, y, r);
      else if (point.flag === 1) paths.high += triangle(x, y, r, -1);
      else if (point.flag === -1) paths.low += triangle(x, y, r, 1);
      if (isSevere(point.grade)) paths.severe += ring(x, y, r + 2.6);
    }
  return (
    <>
      {paths.high !== '' && <path d={paths.high} fill="var(--high-line)" />}
      {paths.low !== '' && <path d={paths.low} fill="var(--low-line)" />}
      {paths.beyond !== '' && <path d={paths.beyond} fill="var(--surface)" stroke="var(--series)" strokeWidth={1.2} data-beyond />}
      {paths.severe !== '' && <path d={paths.severe} fill="var(--text)" data-severe />}
    </>
  );
}

/** One subject's line over all others, with its points and name. */
export function TrendHighlight({ line, box }: { readonly line: PlacedLine; readonly box: Box }): ReactNode {
  const end = line.points.at(-1);
  const path = pathOf(line);
  const atRight = end !== undefined && end.x > box.x + box.width - 60;
  return (
    <>
      <path d={path} stroke="var(--surface)" strokeWidth={5} fill="none" strokeLinejoin="round" />
      <path d={path} stroke="var(--text)" strokeWidth={1.8} fill="none" strokeLinejoin="round" />
      <path d={line.points.map(({ x, y }) => circle(x, y, 2.4)).join('')} fill="var(--text)" />
      <Shapes lines={[line]} />
      {end !== undefined && (
        <text
          x={short(end.x + (atRight ? -8 : 8))}
          y={short(end.y - 6)}
          textAnchor={atRight ? 'end' : 'start'}
          fill="var(--text)"
          fontWeight={600}
          paintOrder="stroke"
          stroke="var(--surface)"
          strokeWidth={3}
          strokeLinejoin="round"
        >
          {line.subject}
        </text>
      )}
    </>
  );
}
