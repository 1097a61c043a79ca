import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import {
  atRisk,
  kaplanMeier,
  type FollowedTime,
  type SurvivalCurve,
  type SurvivalStep,
} from '../../../../shared/statistics/kaplan-meier.ts';
import { crisp, stepOf, WeekAxis, weekAxisHeight, weekScale } from '../../../record/figures/axes.tsx';
import type { Drawing, Figure, Mark, Omission, Sentence, Size } from '../../../record/figures/figure.ts';
import { short } from '../../../record/figures/response-style.ts';
import { formatCountOf } from '../../../../shared/format-count.ts';
import { highestOf } from '../../../../shared/derive/extremes.ts';

/** One subject's time in days. */
export interface FollowedSubject extends FollowedTime {
  readonly subject: string;
}

/** Texts that describe a curve. */
interface CurveWords {
  /** Base name of its file. */
  readonly name: string;
  /** "Duration of response". */
  readonly title: string;
  /** The event that ends the time: "progression". */
  readonly event: string;
  /** The start of the time: "the first response". */
  readonly from: string;
  /** What the share means: "without progression". */
  readonly share: string;
  readonly caption: string;
  readonly nothing: string;
}

/** Product-limit (Kaplan-Meier) estimate of one time, with its 95 % band, censoring ticks and numbers at risk. */
export function survivalFigure(followed: readonly FollowedSubject[], words: CurveWords, omissions: readonly Omission[]): Figure {
  const curve = kaplanMeier(followed);
  return {
    name: words.name,
    title: words.title,
    dataset: 'responses',
    sentence: curveSentence(curve, words),
    caption: `${words.caption} Product-limit (Kaplan-Meier) estimate with pointwise 95 % log-log confidence intervals; ticks mark censored subjects.`,
    omissions,
    omittedAs: 'Not counted',
    legend: [],
    nothing: followed.length > 0 ? null : words.nothing,
    draw: (size) => drawCurve(followed, curve, { size, words }),
    fileHeight: 420,
    table: {
      columns: [{ title: 'Subject' }, { title: 'Days', right: true }, { title: 'Weeks', right: true }, { title: 'Ends with' }],
      rows: followed
        .toSorted((one, other) => one.time - other.time)
        .map(({ subject, time, isEvent }) => ({
          key: subject,
          subject,
          cells: [subject, String(time), weeksOf(time).toFixed(1), isEvent ? words.event : 'censored'],
        })),
    },
  };
}

const daysOfWeek = 7;

function weeksOf(days: number): number {
  return days / daysOfWeek;
}

function curveSentence({ followed, events, median }: SurvivalCurve, { event, from }: CurveWords): Sentence {
  const at = (days: number | null): string => (days === null ? 'not reached' : `${weeksOf(days).toFixed(1)} weeks`);
  return [
    { strong: `Median ${at(median.at)}` },
    ` from ${from} to ${event} (95 % interval ${at(median.low)} to ${at(median.high)}); `,
    { strong: `${String(events)} of ${formatCountOf(followed, 'subject')}` },
    ` with ${event}.`,
  ];
}

const margin = { left: 48, top: 22, right: 24 };
const riskHeight = 34;
/** Maximum number of steps between the times with numbers at risk. */
const mostRisks = 8;

interface CurveProps {
  readonly size: Size;
  readonly words: CurveWords;
}

function drawCurve(followed: readonly FollowedSubject[], curve: SurvivalCurve, { size: { width, height }, words }: CurveProps): Drawing {
  const bottom = height - weekAxisHeight - riskHeight;
  const x = weekScale(
    followed.map(({ time }) => weeksOf(time)),
    [margin.left, width - margin.right],
  );
  const y = scaleLinear([0, 1], [bottom, margin.top]);
  const [, last = 1] = x.domain();
  const end = Math.max(0, highestOf(followed.map(({ time }) => time)));
  const risks = riskTimes(last);
  const riskCounts = atRisk(
    followed,
    risks.map((weeks) => weeks * daysOfWeek),
  );
  const place = (days: number): number => x(weeksOf(days));
  return {
    picture: (
      <>
        <text x={0} y={9} fill="var(--plot-axis)">
          % {words.share}
        </text>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <path
              d={`M${String(margin.left)} ${crisp(y(share))}H${String(width - margin.right)}`}
              stroke={share === 0 ? 'var(--line-2)' : 'var(--plot-grid)'}
              strokeDasharray={share === 0.5 ? '4 3' : undefined}
              fill="none"
            />
            <text x={margin.left - 8} y={short(y(share) + 4)} textAnchor="end" fill="var(--plot-axis)">
              {100 * share}
            </text>
          </g>
        ))}
        <path d={bandPath(curve.steps, { place, y, end })} fill="var(--series)" opacity={0.14} />
        <path d={stepPath(curve.steps, { place, y, end })} stroke="var(--series)" strokeWidth={1.75} fill="none" />
        <path
          d={curve.censored.map((days) => `M${short(place(days))} ${short(y(shareAt(curve.steps, days)) - 4)}v8`).join('')}
          stroke="var(--series)"
          strokeWidth={1.25}
          fill="none"
          data-censored={curve.censored.length}
        />
        <WeekAxis scale={x} y={bottom} title={`Weeks from ${words.from}`} />
        <RiskLine times={risks} counts={riskCounts} x={x} y={bottom + weekAxisHeight + 8} />
      </>
    ),
    height,
    rows: [marksOf(followed, curve, { place, y, event: words.event })],
    brush: 'x',
  };
}

/** Weeks with numbers at risk: the steps of the axis, or longer ones if those would be too many. */
function riskTimes(last: number): readonly number[] {
  const step = stepOf(last, mostRisks);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
}

interface RiskLineProps {
  readonly times: readonly number[];
  readonly counts: readonly number[];
  readonly x: (weeks: number) => number;
  readonly y: number;
}

function RiskLine({ times, counts, x, y }: RiskLineProps): ReactNode {
  return (
    <g>
      <text x={0} y={y + 4} fill="var(--text-2)" fontWeight={600}>
        At risk
      </text>
      {times.map((weeks, at) => (
        <text key={weeks} x={short(x(weeks))} y={y + 18} textAnchor="middle" fill="var(--text-2)">
          {counts[at]}
        </text>
      ))}
    </g>
  );
}

interface Scales {
  readonly place: (days: number) => number;
  readonly y: (share: number) => number;
  /** Longest follow-up in days. */
  readonly end: number;
}

function stepPath(steps: readonly SurvivalStep[], { place, y, end }: Scales): string {
  return `M${short(place(0))} ${short(y(1))}${steps.map(({ time, share }) => `H${short(place(time))}V${short(y(share))}`).join('')}H${short(place(end))}`;
}

/** The area between the interval limits. Where a step has no interval, the band closes on the curve. */
function bandPath(steps: readonly SurvivalStep[], { place, y, end }: Scales): string {
  const edge = (of: (step: SurvivalStep) => number): readonly (readonly [number, number])[] =>
    steps.flatMap((step, at) => {
      const to = steps[at + 1]?.time ?? end;
      return [
        [place(step.time), y(of(step))],
        [place(to), y(of(step))],
      ] as const;
    });
  const upper = edge(({ high, share }) => high ?? share);
  const lower = edge(({ low, share }) => low ?? share).toReversed();
  const corners = [...upper, ...lower];
  return corners.length === 0 ? '' : `M${corners.map(([left, top]) => `${short(left)} ${short(top)}`).join('L')}Z`;
}

/** The estimate at a time: that of the last event up to then, or 1 before the first. */
function shareAt(steps: readonly SurvivalStep[], days: number): number {
  return steps.findLast(({ time }) => time <= days)?.share ?? 1;
}

interface MarkScales extends Pick<Scales, 'place' | 'y'> {
  readonly event: string;
}

/** One mark per subject, at the end of its time. */
function marksOf(followed: readonly FollowedSubject[], { steps }: SurvivalCurve, { place, y, event }: MarkScales): readonly Mark[] {
  return followed
    .toSorted((one, other) => one.time - other.time)
    .map(({ subject, time, isEvent }) => {
      const step = steps.findLast((one) => one.time <= time);
      return {
        id: subject,
        subject,
        says: [
          subject,
          `${isEvent ? event : 'censored'} in week ${weeksOf(time).toFixed(1)} (day ${String(time)})`,
          ...(step === undefined
            ? []
            : [`Estimate there ${(100 * step.share).toFixed(1)} %, ${String(step.atRisk)} at risk at the last event`]),
        ],
        box: { x: place(time) - 5, y: y(shareAt(steps, time)) - 5, width: 10, height: 10 },
      };
    });
}
