import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { short } from './response-look.ts';

/** Room beneath a drawing for the numbers of the weeks and what they are. */
export const weekAxisHeight = 36;

/** Steps of an axis of weeks: cycles of three and six, a quarter, a half, a year. */
const steps = [1, 3, 6, 12, 26, 52, 104, 260];
/** No more numbers than this stand beside one another. */
const mostTicks = 10;

/** From week 0, or before it where something lies there, to the end of the step that the last one lies in. */
export function weekScale(weeks: readonly number[], range: readonly [number, number]): ScaleLinear<number, number> {
  const last = weeks.reduce((high, week) => Math.max(high, week), 1);
  const first = weeks.reduce((low, week) => Math.min(low, week), 0);
  const step = stepOf(last - first);
  return scaleLinear([Math.floor(first / step) * step, Math.ceil(last / step) * step], [...range]);
}

function stepOf(span: number): number {
  return steps.find((step) => span / step <= mostTicks) ?? Math.ceil(span / mostTicks / 52) * 52;
}

interface Props {
  readonly scale: ScaleLinear<number, number>;
  /** The lower end of the drawing. */
  readonly y: number;
  readonly title: string;
  /** Upright lines through the drawing, from here on down; without it there are none. */
  readonly gridFrom?: number;
}

export function WeekAxis({ scale, y, title, gridFrom }: Props): ReactNode {
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

/** Upright lines at the numbers of the axis. */
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
