import { scaleBand } from 'd3-scale';
import type { ReactNode } from 'react';
import type { Waterfall, WaterfallBar } from '../../../shared/derive/response-charts.ts';
import type { Window } from '../../../shared/derive/response-course.ts';
import type { Box, Drawing, Figure, Mark, Size } from '../../record/figures/figure.ts';
import { PercentAxis } from '../../record/figures/axes.tsx';
import { legendOf, responseStyles, shapePath, short, shownResponse, shownResponses } from '../../record/figures/response-style.ts';
import { assessmentReasonWords, omissionsOf, reasonWords } from '../../record/figures/omission-words.ts';
import { percentWords, signed, waterfallCaption, waterfallSentence } from '../../record/figures/response-words.ts';
import { layOutWaterfall, margin, most, roomForNumber, roomForUprightName, type WaterfallLayout } from './waterfall-layout.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Minimum height of a bar, so that a change of 0 % is visible. */
const stub = 2;
/** Height of a line of the strip that shows responses if bars are too thin for letters and shapes. */
const stripLine = 10;
/** Minimum steps in pixels at which a bar shows its letters or, failing that, its shape. */
const roomForLetters = 18;
const roomForShape = 8;
/** Maximum width of a bar in pixels. */
const widestBar = 56;

/** Best change of the target sum, one bar per course, from worst to best. */
export function waterfallFigure(waterfall: Waterfall, window: Window, filter: string): Figure {
  return {
    name: 'waterfall',
    title: 'Best change of the target sum',
    dataset: 'responses',
    sentence: waterfallSentence(waterfall),
    caption: waterfallCaption(waterfall, window, filter),
    omissions: omissionsOf(waterfall),
    legend: legendOf(waterfall.bars.map(({ best }) => best)),
    nothing: waterfall.bars.length > 0 ? null : 'Nothing to draw: no subject has a target sum in mm both at baseline and after it.',
    draw: (size) => drawWaterfall(waterfall.bars, size),
    fileHeight: 320,
    get table() {
      return {
        columns: [
          { title: 'Subject' },
          { title: 'Best change', right: true },
          { title: 'Best reported response' },
          { title: 'Assessments with a change', right: true },
        ],
        rows: [
          ...waterfall.bars.map(({ subject, label, percent, best, assessments }) => ({
            key: label,
            subject,
            cells: [label, percentWords(percent), responseStyles[shownResponse(best)].words, String(assessments)],
          })),
          ...waterfall.omitted.map(({ subject, label, because }) => ({
            key: label,
            subject,
            cells: [label, 'not drawn', reasonWords(because), ''],
          })),
          ...waterfall.apart.map((one) => ({
            key: one.key,
            subject: one.subject === '' ? null : one.subject,
            cells: [one.label, 'one assessment not compared', assessmentReasonWords(one), ''],
          })),
        ],
      };
    },
  };
}

/** A positioned bar, clipped at the end of the axis and at least `stub` high. */
interface PlacedBar {
  readonly bar: WaterfallBar;
  readonly box: Box;
  readonly middle: number;
  readonly isUp: boolean;
  readonly isClipped: boolean;
}

export function drawWaterfall(bars: readonly WaterfallBar[], { width, height }: Size): Drawing {
  const codes = shownResponses.filter((code) => bars.some(({ best }) => shownResponse(best) === code));
  const stripOf = (step: number): number => (step < roomForShape ? codes.length * stripLine + 6 : 0);
  const layout = layOutWaterfall(bars, { width, height }, stripOf);
  const { step, y, domain } = layout;
  const strip = stripOf(step);
  const x = scaleBand(
    bars.map(({ label }) => label),
    [margin.left, margin.left + step * bars.length],
  )
    .paddingInner(step >= 16 ? 0.32 : step >= 4 ? 0.2 : 0)
    .paddingOuter(step >= 16 ? 0.3 : 0);
  const placed = bars.map((bar) => placeBar(bar, x(bar.label) ?? margin.left, x.bandwidth(), y));
  return {
    picture: (
      <>
        <PercentAxis domain={domain} y={y} left={margin.left} right={width - margin.right} named={width - 4} />
        {step < roomForShape ? <ThinBars placed={placed} codes={codes} /> : <Bars placed={placed} layout={layout} />}
        {strip > 0 && <ResponseStrip placed={placed} codes={codes} top={height - margin.bottom - strip + 12} />}
      </>
    ),
    height,
    rows: [placed.map((one) => markOf(one, step, height))],
    brush: 'x',
  };
}

function placeBar(bar: WaterfallBar, start: number, band: number, y: (percent: number) => number): PlacedBar {
  const width = Math.min(widestBar, band);
  const left = start + (band - width) / 2;
  const isUp = bar.percent >= 0;
  const end = y(Math.min(most, bar.percent));
  const tall = Math.max(stub, Math.abs(end - y(0)));
  return {
    bar,
    box: { x: left, y: isUp ? y(0) - tall : y(0), width: Math.max(width, 0.75), height: tall },
    middle: left + width / 2,
    isUp,
    isClipped: bar.percent > most,
  };
}

function Bars({ placed, layout }: { readonly placed: readonly PlacedBar[]; readonly layout: WaterfallLayout }): ReactNode {
  return (
    <>
      {placed.map(({ bar, box }) => (
        <rect
          key={bar.label}
          {...box}
          rx={box.width > 6 ? 1.5 : 0}
          fill={responseStyles[shownResponse(bar.best)].color}
          data-subject={bar.subject}
          data-response={shownResponse(bar.best)}
        />
      ))}
      {placed.map((one) => (
        <BarWords key={one.bar.label} placed={one} layout={layout} />
      ))}
    </>
  );
}

interface ThinProps {
  readonly placed: readonly PlacedBar[];
  readonly codes: readonly (typeof shownResponses)[number][];
}

/** One path per response, so that very many bars stay cheap to draw. */
function ThinBars({ placed, codes }: ThinProps): ReactNode {
  return codes.map((code) => {
    const bars = placed.filter(({ bar }) => shownResponse(bar.best) === code);
    const d = bars.map(({ box: { x, y, width, height } }) => `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`);
    return <path key={code} d={d.join('')} fill={responseStyles[code].color} data-response={code} />;
  });
}

const halo = { paintOrder: 'stroke', stroke: 'var(--surface)', strokeWidth: 3, strokeLinejoin: 'round' } as const;

interface BarWordsProps {
  readonly placed: PlacedBar;
  readonly layout: WaterfallLayout;
}

/** The response (letters or shape) at the end of the bar, the subject on the other side of 0, and the number if the bar is clipped. */
function BarWords({ placed, layout }: BarWordsProps): ReactNode {
  const { bar, box, middle, isUp, isClipped } = placed;
  const { step } = layout;
  const { letters, color } = responseStyles[shownResponse(bar.best)];
  const end = isUp ? box.y : box.y + box.height;
  return (
    <>
      {step >= roomForLetters ? (
        <text x={short(middle)} y={short(isUp ? end - 5 : end + 13)} textAnchor="middle" fontWeight={600} fill="var(--text)" {...halo}>
          {isClipped && step >= roomForNumber ? `${letters} ${signed(bar.percent)}` : letters}
        </text>
      ) : (
        step >= roomForShape && <path d={shapePath(shownResponse(bar.best), middle, isUp ? end - 6 : end + 6, 3)} fill={color} />
      )}
      {isClipped && step >= roomForUprightName && step < roomForNumber && (
        <text transform={`translate(${short(middle + 4)} ${short(end - 18)}) rotate(-90)`} fill="var(--text)" {...halo}>
          {signed(bar.percent)}
        </text>
      )}
      <BarName placed={placed} layout={layout} />
    </>
  );
}

function BarName({ placed: { bar, middle, isUp }, layout: { y, names, nameOf } }: BarWordsProps): ReactNode {
  const zero = y(0);
  if (names === null) return null;
  if (names === 'level')
    return (
      <text x={short(middle)} y={short(isUp ? zero + 14 : zero - 6)} textAnchor="middle" fill="var(--plot-axis)" {...halo}>
        {nameOf(bar)}
      </text>
    );
  return (
    <text
      transform={`translate(${short(middle + 4)} ${short(isUp ? zero + 5 : zero - 5)}) rotate(-90)`}
      textAnchor={isUp ? 'end' : 'start'}
      fill="var(--plot-axis)"
      {...halo}
    >
      {nameOf(bar)}
    </text>
  );
}

/** One line per response, with a tick below each thin bar that has it. */
function ResponseStrip({ placed, codes, top }: ThinProps & { readonly top: number }): ReactNode {
  return codes.map((code, line) => {
    const y = top + line * stripLine;
    const ticks = placed.filter(({ bar }) => shownResponse(bar.best) === code);
    return (
      <g key={code}>
        <text x={margin.left - 8} y={y + stripLine - 1} textAnchor="end" fontSize={9} fill="var(--plot-axis)">
          {responseStyles[code].letters}
        </text>
        <path
          d={ticks.map(({ middle }) => `M${short(middle)} ${String(y)}v${String(stripLine - 2)}`).join('')}
          stroke={responseStyles[code].color}
          strokeWidth={Math.max(1, placed[0]?.box.width ?? 1)}
        />
      </g>
    );
  });
}

function markOf({ bar, box, middle }: PlacedBar, step: number, height: number): Mark {
  const { subject, label, percent, best, assessments } = bar;
  return {
    id: label,
    subject,
    says: [
      label,
      `${percentWords(percent)} at best`,
      `Best reported response: ${responseStyles[shownResponse(best)].words}`,
      formatCountOf(assessments, 'assessment'),
    ],
    box,
    reach: { x: middle - step / 2, y: 0, width: step, height },
  };
}
