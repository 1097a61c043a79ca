import type { ScaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { Swimmer, SwimmerLane } from '../../../shared/derive/response-charts.ts';
import { shortName, textWidth, type Drawing, type Figure, type Mark, type Size } from '../../record/figures/figure.ts';
import { legendOf, responseStyles, shapePath, short, shownResponse, type ShownResponse } from '../../record/figures/response-style.ts';
import { assessmentReasonWords, omissionsOf, reasonWords } from '../../record/figures/omission-words.ts';
import { swimmerCaption, swimmerSentence, weekWords } from '../../record/figures/response-words.ts';
import { ShapePaths } from './shape-paths.tsx';
import { WeekAxis, WeekGrid, weekAxisHeight, weekScale } from '../../record/figures/axes.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';
import { highestOf } from '../../../shared/derive/extremes.ts';

/** Minimum (for legible names) and maximum distance between lanes in pixels. */
const leastPitch = 13;
const mostPitch = 26;
const barHeight = 6;

/** How long each subject was followed by assessments. This is not time on treatment, so no lane ends in an arrow. */
export function swimmerFigure(swimmer: Swimmer, filter: string): Figure {
  const { lanes, omitted, apart } = swimmer;
  return {
    name: 'swimmer',
    title: 'Assessment follow-up',
    dataset: 'responses',
    sentence: swimmerSentence(lanes),
    caption: swimmerCaption(swimmer, filter),
    omissions: omissionsOf(swimmer),
    legend: legendOf(lanes.flatMap(({ marks }) => marks.map(({ code }) => code))),
    nothing: lanes.length > 0 ? null : 'Nothing to draw: no subject has a baseline assessment with a date.',
    draw: (size) => drawSwimmer(lanes, size),
    fileHeight: Math.max(160, lanes.length * 16 + weekAxisHeight),
    get table() {
      return {
        columns: [
          { title: 'Subject' },
          { title: 'Followed, weeks', right: true },
          { title: 'Assessments', right: true },
          { title: 'Responses in order', share: 2 },
        ],
        rows: [
          ...lanes.map(({ subject, label, weeks, marks, undated }) => ({
            key: label,
            subject,
            cells: [
              label,
              (Math.round(weeks * 10) / 10).toFixed(1),
              String(marks.length),
              marks.length === 0 ? emptyWords(undated) : marks.map(({ code }) => responseStyles[shownResponse(code)].words).join(', '),
            ],
          })),
          ...omitted.map(({ subject, label, because }) => ({ key: label, subject, cells: [label, 'not drawn', '', reasonWords(because)] })),
          ...apart.map((one) => ({
            key: one.key,
            subject: one.subject === '' ? null : one.subject,
            cells: [one.label, 'one assessment not drawn', '', assessmentReasonWords(one)],
          })),
        ],
      };
    },
  };
}

/** What a lane without marks has. */
function emptyWords(undated: number): string {
  return undated === 0 ? 'baseline only' : 'no dated follow-up';
}

export function drawSwimmer(lanes: readonly SwimmerLane[], { width, height }: Size): Drawing {
  const room = height - weekAxisHeight;
  const pitch = Math.min(mostPitch, Math.max(leastPitch, room / Math.max(1, lanes.length)));
  const tall = Math.max(room, Math.ceil(lanes.length * pitch));
  const left = Math.max(44, highestOf(lanes.map(({ label }) => textWidth(shortName(label)))) + 12);
  const x = weekScale(
    lanes.flatMap((lane) => [lane.weeks, ...lane.marks.map(({ weeks }) => weeks)]),
    [left, width - 20],
  );
  const middleOf = (at: number): number => (at + 0.5) * pitch;
  return {
    picture: ({ top, bottom }) => {
      const first = Math.max(0, Math.floor(top / pitch));
      const part = { lanes: lanes.slice(first, Math.ceil(bottom / pitch)), middleOf: (at: number) => middleOf(first + at) };
      return (
        <>
          <WeekGrid scale={x} from={0} to={tall} />
          <Bars {...part} x={x} />
          <Names {...part} left={left} />
          <Marks {...part} x={x} />
        </>
      );
    },
    height: tall,
    foot: { picture: <WeekAxis scale={x} y={0} title="Weeks from baseline scan to last assessment" />, height: weekAxisHeight },
    rows: lanes.map((lane, at) => marksOf(lane, x, middleOf(at), pitch)),
    brush: 'y',
  };
}

function Bars({ lanes, x, middleOf }: LanesProps & { readonly x: ScaleLinear<number, number> }): ReactNode {
  const bars = lanes.map(({ weeks }, at) => (weeks > 0 ? barPath(x(0), middleOf(at), x(weeks) - x(0)) : ''));
  return <path d={bars.join('')} fill="var(--bar)" opacity={0.7} />;
}

function barPath(x: number, middle: number, width: number): string {
  return `M${short(x)} ${short(middle - barHeight / 2)}h${short(width)}v${String(barHeight)}h${short(-width)}Z`;
}

interface LanesProps {
  readonly lanes: readonly SwimmerLane[];
  readonly middleOf: (lane: number) => number;
}

function Names({ lanes, left, middleOf }: LanesProps & { readonly left: number }): ReactNode {
  return lanes.map(({ subject, label, marks, undated }, at) => (
    <text key={label} x={left - 8} y={short(middleOf(at) + 4)} textAnchor="end" fill="var(--plot-axis)" data-subject={subject}>
      {shortName(label)}
      {marks.length === 0 && (
        <tspan x={left + 10} textAnchor="start">
          {emptyWords(undated)}
        </tspan>
      )}
    </text>
  ));
}

function Marks({ lanes, x, middleOf }: LanesProps & { readonly x: ScaleLinear<number, number> }): ReactNode {
  const paths = new Map<ShownResponse, string>();
  const add = (shown: ShownResponse, weeks: number, at: number): void => {
    paths.set(shown, (paths.get(shown) ?? '') + shapePath(shown, x(weeks), middleOf(at), 3.8));
  };
  for (const [at, { marks }] of lanes.entries()) {
    if (marks.length === 0) add('none', 0, at);
    for (const { code, weeks } of marks) add(shownResponse(code), weeks, at);
  }
  return <ShapePaths paths={paths} edge={2} />;
}

/** "Followed for 12 weeks, 2 assessments after baseline, 1 before it". */
function followedWords(weeks: number, marks: SwimmerLane['marks'], undated: number): string {
  if (marks.length === 0) return undated === 0 ? 'Baseline only' : 'No dated follow-up';
  const before = marks.filter((mark) => mark.weeks < 0).length;
  const after = formatCountOf(marks.length - before, 'assessment');
  return `Followed for ${String(Math.round(weeks * 10) / 10)} weeks, ${after} after baseline${before === 0 ? '' : `, ${String(before)} before it`}`;
}

/** One mark for the lane itself, then one per assessment. */
function marksOf(
  { subject, label, weeks, marks, undated }: SwimmerLane,
  x: ScaleLinear<number, number>,
  middle: number,
  pitch: number,
): readonly Mark[] {
  const half = Math.min(pitch, 16) / 2;
  const lane: Mark = {
    id: label,
    subject,
    says: [label, followedWords(weeks, marks, undated)],
    box: { x: x(0) - 2, y: middle - half, width: Math.max(8, x(weeks) - x(0) + 4), height: 2 * half },
    reach: { x: 0, y: middle - pitch / 2, width: x.range()[1] ?? 0, height: pitch },
  };
  return [
    lane,
    ...marks.map(({ key, weeks: week, code }) => ({
      id: key,
      subject,
      says: [label, `${responseStyles[shownResponse(code)].words} at ${weekWords(week)}`],
      box: { x: x(week) - 6, y: middle - half, width: 12, height: 2 * half },
    })),
  ];
}
