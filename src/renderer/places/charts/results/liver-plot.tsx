import { scaleLog, type ScaleLogarithmic } from 'd3-scale';
import type { ReactNode } from 'react';
import { hysLaw, type Peak } from '../../../../shared/derive/hys-law.ts';
import type { PlottedSubject } from '../../../../shared/derive/liver-screening.ts';
import { textWidth, type Box, type Drawing, type Mark, type Size } from '../../../record/figures/figure.ts';
import { crisp } from '../../../record/figures/axes.tsx';
import { circle, diamond, square } from './result-omissions.ts';
import { short } from '../../../record/figures/response-style.ts';
import { quadrants, timesWords, type Quadrant } from './liver-words.ts';
import { formatCount } from '../../../../shared/format-count.ts';

const margin = { left: 54, right: 20, top: 26, bottom: 40 };

type Scale = ScaleLogarithmic<number, number>;
/** Possible ticks of both axes, × ULN. */
const ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500];

interface PlacedSubject {
  readonly of: PlottedSubject;
  readonly x: number;
  readonly y: number;
}

/** The eDISH plot: one mark per subject, the dashed limits, and the number of subjects in each quadrant. */
export function drawLiver(drawn: readonly PlottedSubject[], within: string, { width, height }: Size): Drawing {
  const x = logScale(
    drawn.map(({ transaminase }) => transaminase),
    [margin.left, width - margin.right],
  );
  const y = logScale(
    drawn.map(({ bilirubin }) => bilirubin),
    [height - margin.bottom, margin.top],
  );
  const placed = drawn.map((of): PlacedSubject => ({ of, x: x(of.transaminase), y: y(of.bilirubin) }));
  return {
    picture: (
      <>
        <Axes x={x} y={y} width={width} height={height} />
        <Limits x={x} y={y} drawn={drawn} width={width} height={height} />
        <Shapes placed={placed} r={placed.length > 400 ? 2.4 : 4} />
        <Names placed={placed} width={width} />
      </>
    ),
    height,
    rows: [placed.toSorted((left, right) => left.x - right.x || left.y - right.y).map((one) => markOf(one, within))],
    brush: 'xy',
    highlight: ({ box }) => (
      <circle
        cx={short(box.x + box.width / 2)}
        cy={short(box.y + box.height / 2)}
        r={8}
        fill="var(--accent)"
        fillOpacity={0.15}
        stroke="var(--text)"
        strokeWidth={1.5}
      />
    ),
  };
}

/** Covers at least 0.2 to 10 × ULN, so that the limits are visible and plots of different studies look alike. */
function logScale(values: readonly number[], range: readonly [number, number]): Scale {
  const low = values.reduce((least, value) => Math.min(least, value), 0.2);
  const high = values.reduce((most, value) => Math.max(most, value), 10);
  return scaleLog([low * 0.9, high * 1.15], [...range]);
}

interface PlotProps extends Size {
  readonly x: Scale;
  readonly y: Scale;
}

function Axes({ x, y, width, height }: PlotProps): ReactNode {
  const within = (scale: Scale): readonly number[] =>
    ticks.filter((tick) => tick >= (scale.domain()[0] ?? 0) && tick <= (scale.domain()[1] ?? 0));
  const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
  return (
    <>
      {within(x).map((tick) => (
        <g key={tick}>
          <path d={`M${crisp(x(tick))} ${String(top)}V${String(bottom)}`} stroke="var(--plot-grid)" fill="none" />
          <text x={short(x(tick))} y={bottom + 15} textAnchor="middle" fill="var(--plot-axis)">
            {String(tick)}
          </text>
        </g>
      ))}
      {within(y).map((tick) => (
        <g key={tick}>
          <path d={`M${String(left)} ${crisp(y(tick))}H${String(right)}`} stroke="var(--plot-grid)" fill="none" />
          <text x={left - 8} y={short(y(tick) + 4)} textAnchor="end" fill="var(--plot-axis)">
            {String(tick)}
          </text>
        </g>
      ))}
      <text x={(left + right) / 2} y={height - 6} textAnchor="middle" fill="var(--text-2)">
        Peak ALT or AST, × ULN
      </text>
      <text transform={`translate(14 ${short((top + bottom) / 2)}) rotate(-90)`} textAnchor="middle" fill="var(--text-2)">
        Peak total bilirubin, × ULN
      </text>
    </>
  );
}

/** The dashed limits and the number of subjects in each quadrant. */
function Limits({ x, y, drawn, width, height }: PlotProps & { readonly drawn: readonly PlottedSubject[] }): ReactNode {
  const [atX, atY] = [x(hysLaw.transaminase), y(hysLaw.bilirubin)];
  const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
  const count = (quadrant: Quadrant): number => drawn.filter(({ screen }) => screen.quadrant === quadrant).length;
  const corner = (quadrant: Quadrant, cx: number, cy: number, anchor: 'start' | 'end'): ReactNode => (
    <text
      key={quadrant}
      x={cx}
      y={cy}
      textAnchor={anchor}
      fill="var(--text-2)"
      fontWeight={quadrant === 'both' ? 600 : 400}
      paintOrder="stroke"
      stroke={quadrant === 'both' ? 'var(--high-soft)' : 'var(--surface)'}
      strokeWidth={3}
      strokeLinejoin="round"
    >
      {`${quadrants[quadrant]}: ${formatCount(count(quadrant))}`}
    </text>
  );
  return (
    <>
      <rect x={short(atX)} y={top} width={short(right - atX)} height={short(atY - top)} fill="var(--high-soft)" />
      <path
        d={`M${crisp(atX)} ${String(top)}V${String(bottom)}M${String(left)} ${crisp(atY)}H${String(right)}`}
        stroke="var(--text-3)"
        strokeDasharray="4 3"
        fill="none"
      />
      {corner('bilirubin', left + 6, top + 14, 'start')}
      {corner('both', right - 6, top + 14, 'end')}
      {corner('below', left + 6, bottom - 8, 'start')}
      {corner('transaminase', right - 6, bottom - 8, 'end')}
    </>
  );
}

type Kind = 'near' | 'apart' | 'other';

function kindOf({ screen }: PlottedSubject): Kind {
  if (screen.quadrant !== 'both') return 'other';
  return screen.withinDays === true ? 'near' : 'apart';
}

/** One path per shape, so that very many subjects stay cheap to draw. */
function Shapes({ placed, r }: { readonly placed: readonly PlacedSubject[]; readonly r: number }): ReactNode {
  const path = (kind: Kind): string =>
    placed
      .filter(({ of }) => kindOf(of) === kind)
      .map(({ x, y }) => shapeOf[kind](x, y, r))
      .join('');
  return (
    <>
      <path d={path('other')} fill="var(--series)" stroke="var(--surface)" strokeWidth={1} paintOrder="stroke" />
      <path d={path('apart')} fill="var(--surface)" stroke="var(--high-line)" strokeWidth={1.8} />
      <path d={path('near')} fill="var(--high-line)" stroke="var(--surface)" strokeWidth={1} paintOrder="stroke" />
    </>
  );
}

const shapeOf: Readonly<Record<Kind, (x: number, y: number, r: number) => string>> = { near: diamond, apart: square, other: circle };

/** Pixels from the middle of a mark to its name, and between two names. */
const nameGap = 9;

/** Names of subjects who reached a limit, next to their marks unless they would cover another mark or name. */
function Names({ placed, width }: { readonly placed: readonly PlacedSubject[]; readonly width: number }): ReactNode {
  const taken: Box[] = [];
  return placed
    .filter(({ of }) => of.screen.quadrant !== 'below')
    .toSorted((left, right) => Number(kindOf(left.of) === 'other') - Number(kindOf(right.of) === 'other'))
    .map((one) => {
      const { subject } = one.of;
      const box = nameBoxes(one, width).find(
        (at) => !taken.some((other) => areClose(at, other)) && !placed.some((other) => other !== one && holds(at, other.x, other.y)),
      );
      if (box === undefined) return null;
      taken.push(box);
      return (
        <text key={subject} x={short(box.x)} y={short(one.y + 4)} fill="var(--text)">
          {subject}
        </text>
      );
    });
}

/** Possible positions of a name: right or left of its mark, within the drawing. */
function nameBoxes({ of, x, y }: PlacedSubject, width: number): readonly Box[] {
  const wide = textWidth(of.subject);
  return [x + nameGap, x - nameGap - wide]
    .filter((left) => left > margin.left && left + wide < width - margin.right)
    .map((left) => ({ x: left, y: y - 7, width: wide, height: 13 }));
}

function areClose(one: Box, other: Box): boolean {
  const apart = one.x > other.x + other.width + nameGap || other.x > one.x + one.width + nameGap;
  return !apart && one.y <= other.y + other.height && other.y <= one.y + one.height;
}

/** Whether the box would cover a mark at this point. */
function holds({ x, y, width, height }: Box, atX: number, atY: number): boolean {
  return atX > x - 3 && atX < x + width + 3 && atY > y - 1 && atY < y + height + 1;
}

/** The peak, with the "<" or ">" of the test it belongs to. */
function atLeast(peaks: readonly (Peak | null)[], times: number): string {
  return timesWords({ times, beyond: peaks.find((peak) => peak?.times === times)?.beyond ?? 0 });
}

function markOf({ of: { subject, transaminase, bilirubin, screen, peaks }, x, y }: PlacedSubject, within: string): Mark {
  const near = screen.quadrant === 'both' ? [screen.withinDays === true ? `Both ${within}` : `Not both ${within}`] : [];
  return {
    id: subject,
    subject,
    says: [
      subject,
      `ALT or AST ${atLeast([peaks.ALT, peaks.AST], transaminase)} × ULN`,
      `Bilirubin ${atLeast([peaks.BILI], bilirubin)} × ULN`,
      ...(screen.quadrant === null ? [] : [quadrants[screen.quadrant]]),
      ...near,
      ...(screen.cholestasis === true ? [`Initial cholestasis: ALP ${timesWords(peaks.ALP)} × ULN`] : []),
    ],
    box: { x: x - 5, y: y - 5, width: 10, height: 10 },
  };
}
