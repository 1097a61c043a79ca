import { Fragment, type ReactNode } from 'react';
import { thresholds } from '../../../shared/derive/response-course.ts';
import { short } from './response-look.ts';
import { signed } from './response-words.ts';

interface Props {
  /** From the least to the greatest percentage. */
  readonly domain: readonly [number, number];
  readonly y: (percent: number) => number;
  readonly left: number;
  readonly right: number;
  /** Where the dashed lines of −30 and +20 are named, right of the drawing; null: they are not. */
  readonly named: number | null;
}

/** Grid lines every 50 %, 25 % where the axis is short, and the dashed lines of RECIST 1.1 at −30 and +20. */
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

/** A line of one pixel lies on one row of pixels. */
export function crisp(value: number): string {
  return String(Math.round(value) + 0.5);
}

/** The axis of percentages: down to −50 or −100, up to the next 25 above all that is shown, at most +100; both dashed lines lie within. */
export function percentDomain(percents: readonly number[]): readonly [number, number] {
  const least = percents.reduce((low, percent) => Math.min(low, percent), 0);
  const most = percents.reduce((high, percent) => Math.max(high, percent), 0);
  return [least < -50 ? -100 : -50, Math.min(100, Math.max(25, Math.ceil(most / 25) * 25))];
}
