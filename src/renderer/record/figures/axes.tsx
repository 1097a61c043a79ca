import { Fragment, type ReactNode } from 'react';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { thresholds } from '../../../shared/derive/response-course.ts';
import { short } from './response-style.ts';
import { signed } from './response-words.ts';

interface Props {
  /** Lowest and highest percentage. */
  readonly domain: readonly [number, number];
  readonly y: (percent: number) => number;
  readonly left: number;
  readonly right: number;
  /** Right edge of the labels of the dashed lines at −30 and +20; null for no labels. */
  readonly named: number | null;
}

/** Grid lines every 50 %, or every 25 % if the axis spans at most 100, and the dashed lines of RECIST 1.1 at −30 and +20. */
export function PercentAxis({ domain: [least, most], y, left, right, named }: Props): ReactNode {
  const step = most - least > 100 ? 50 : 25;
  const ticks: number[] = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) ticks.push(tick);
  return (
    <>
      <text x={0} y={9} fill="var(--plot-axis)">
        % change from baseline
      </text>
      {ticks.map((tick) => (
        <Fragment key={tick}>
          <path
            d={`M${short(left)} ${crisp(y(tick))}H${short(right)}`}
            stroke={tick === 0 ? 'var(--line-2)' : 'var(--plot-grid)'}
            strokeWidth={1}
            fill="none"
          />
          <text x={left - 8} y={short(y(tick) + 4)} textAnchor="end" fill="var(--plot-axis)">
            {signed(tick)}
          </text>
        </Fragment>
      ))}
      {[thresholds.increase, thresholds.decrease].map((limit) => (
        <Fragment key={limit}>
          <path
            d={`M${short(left)} ${crisp(y(limit))}H${short(named === null ? right : right - 4)}`}
            stroke="var(--text-3)"
            strokeWidth={1}
            strokeDasharray="4 3"
            fill="none"
          />
          {named !== null && (
            <text x={named} y={short(y(limit) + 4)} textAnchor="end" fill="var(--text-2)" fontWeight={600}>
              {signed(limit)} %
            </text>
          )}
        </Fragment>
      ))}
    </>
  );
}

/** Aligns a 1 px line to the pixel grid, so that it is not blurred. */
export function crisp(value: number): string {
  return String(Math.round(value) + 0.5);
}

/** Domain of the percentage axis: from −50 or −100 to the next multiple of 25, at most +100. Contains both dashed lines. */
export function percentDomain(percents: readonly number[]): readonly [number, number] {
  const least = percents.reduce((low, percent) => Math.min(low, percent), 0);
  const most = percents.reduce((high, percent) => Math.max(high, percent), 0);
  return [least < -50 ? -100 : -50, Math.min(100, Math.max(25, Math.ceil(most / 25) * 25))];
}

/** Height of the week axis below a drawing, with tick labels and title, in pixels. */
export const weekAxisHeight = 36;

/** Tick steps in weeks: cycles of three and six, a quarter, half a year, a year and multiples. */
const steps = [1, 3, 6, 12, 26, 52, 104, 260];
/** Maximum number of steps between ticks. */
const mostTicks = 10;

/** Scale from week 0, or an earlier step if there are negative weeks, to the end of the step that contains the last week. */
export function weekScale(weeks: readonly number[], range: readonly [number, number]): ScaleLinear<number, number> {
  const last = weeks.reduce((high, week) => Math.max(high, week), 1);
  const first = weeks.reduce((low, week) => Math.min(low, week), 0);
  return scaleLinear([...weekDomain(first, last)], [...range]);
}

/** Both weeks moved outwards to multiples of the step between the ticks of this domain. */
function weekDomain(first: number, last: number): readonly [number, number] {
  const step = stepOf(last - first);
  const domain = [Math.floor(first / step) * step, Math.ceil(last / step) * step] as const;
  return stepOf(domain[1] - domain[0]) === step ? domain : weekDomain(...domain);
}

/** Weeks between ticks, so that there are at most `most` steps. */
export function stepOf(span: number, most = mostTicks): number {
  return steps.find((step) => span / step <= most) ?? Math.ceil(span / most / 52) * 52;
}

interface WeekAxisHeightProps {
  readonly scale: ScaleLinear<number, number>;
  /** Bottom of the drawing. */
  readonly y: number;
  readonly title: string;
  /** Top of the vertical grid lines; none if omitted. */
  readonly gridFrom?: number;
}

export function WeekAxis({ scale, y, title, gridFrom }: WeekAxisHeightProps): ReactNode {
  const [first = 0, last = 1] = scale.domain();
  const [left = 0, right = 0] = scale.range();
  return (
    <>
      {gridFrom !== undefined && <WeekGrid scale={scale} from={gridFrom} to={y} />}
      {ticksOf(first, last).map((tick) => (
        <text key={tick} x={short(scale(tick))} y={y + 14} textAnchor="middle" fill="var(--plot-axis)">
          {String(tick).replace('-', '−')}
        </text>
      ))}
      <text x={short((left + right) / 2)} y={y + 29} textAnchor="middle" fill="var(--text-2)">
        {title}
      </text>
    </>
  );
}

/** Vertical lines at the ticks of the axis. */
export function WeekGrid({
  scale,
  from,
  to,
}: {
  readonly scale: ScaleLinear<number, number>;
  readonly from: number;
  readonly to: number;
}): ReactNode {
  const [first = 0, last = 1] = scale.domain();
  const lines = ticksOf(first, last).map((tick) => `M${String(Math.round(scale(tick)) + 0.5)} ${short(from)}V${short(to)}`);
  return <path d={lines.join('')} stroke="var(--plot-grid)" strokeWidth={1} fill="none" />;
}

function ticksOf(first: number, last: number): readonly number[] {
  const step = stepOf(last - first);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step);
}
