import { scaleLinear } from 'd3-scale';
import { Fragment, type ReactNode } from 'react';
import type { Spider, SpiderLine, SpiderPoint } from '../../../shared/derive/response-charts.ts';
import { at as beside, placeLabels, type PlacedLabel, type WantedLabel } from '../../record/figures/end-labels.ts';
import { shortName, textWidth, type Drawing, type Figure, type Mark, type Size } from '../../record/figures/figure.ts';
import { PercentAxis, percentDomain, WeekAxis, weekAxisHeight, weekScale } from '../../record/figures/axes.tsx';
import { legendOf, responseStyles, shapePath, short, shownResponse, type ShownResponse } from '../../record/figures/response-style.ts';
import { assessmentReasonWords, omissionsOf, reasonWords } from '../../record/figures/omission-words.ts';
import { longestFall, percentWords, signed, spiderCaption, spiderSentence, weekWords } from '../../record/figures/response-words.ts';
import { ShapePaths } from './shape-paths.tsx';

/** The response that determines the colour of a line. */
export type ColourBy = 'best' | 'last';

/** The right margin fits the names of the lines, within these limits. */
const margin = { left: 44, top: 26, right: { least: 64, most: 190 } };
/** Points above this percentage are drawn at the edge; a line that ends there has the number in its label. */
const most = 100;
/** With more lines than this, those of one colour are drawn as one path. */
const mostApart = 300;

interface Words {
  readonly filter: string;
  /** Labels of courses with a PD that their target sum does not explain. */
  readonly notExplained: readonly string[];
}

/** Percent change of the target sum from baseline by week, one line per course. */
export function spiderFigure(spider: Spider, colourBy: ColourBy, { filter, notExplained }: Words): Figure {
  const { lines, omitted, apart } = spider;
  const strong = longestFall(lines)?.label ?? null;
  return {
    name: 'spider',
    title: 'Target sum over time',
    dataset: 'responses',
    sentence: spiderSentence(lines),
    caption: spiderCaption(spider, notExplained, filter),
    omissions: omissionsOf(spider),
    legend: legendOf(lines.flatMap(({ best, points }) => [best, ...points.slice(1).map(({ code }) => code)])),
    nothing: lines.length > 0 ? null : 'Nothing to draw: no subject has dated target sums at baseline and after it.',
    draw: (size) => drawSpider(lines, colourBy, strong, size),
    fileHeight: 460,
    get table() {
      return {
        columns: [
          { title: 'Subject' },
          { title: 'Week', right: true },
          { title: 'Change', right: true },
          { title: 'Response' },
          { title: 'Best reported' },
        ],
        rows: [
          ...lines.flatMap(({ subject, label, points, best }) =>
            points.map(({ weeks, percent, code, key }, at) => ({
              key,
              subject,
              cells: [
                label,
                (Math.round(weeks * 10) / 10).toFixed(1),
                percentWords(percent),
                at === 0 ? 'baseline' : responseStyles[shownResponse(code)].words,
                responseStyles[shownResponse(best)].words,
              ],
            })),
          ),
          ...omitted.map(({ subject, label, because }) => ({
            key: label,
            subject,
            cells: [label, '', 'not drawn', reasonWords(because), ''],
          })),
          ...apart.map((one) => ({
            key: one.key,
            subject: one.subject === '' ? null : one.subject,
            cells: [one.label, '', 'one assessment not drawn', assessmentReasonWords(one), ''],
          })),
        ],
      };
    },
  };
}

interface PlacedPoint extends SpiderPoint {
  readonly x: number;
  readonly y: number;
}

interface PlacedLine {
  readonly line: SpiderLine;
  readonly colour: string;
  readonly points: readonly PlacedPoint[];
  readonly end: PlacedPoint;
  readonly path: string;
}

export function drawSpider(lines: readonly SpiderLine[], colourBy: ColourBy, strong: string | null, { width, height }: Size): Drawing {
  const bottom = height - weekAxisHeight;
  const widest = Math.max(0, ...lines.slice(0, mostApart).map(({ label }) => textWidth(shortName(label))));
  const right = width - Math.min(margin.right.most, Math.max(margin.right.least, widest + 12), width / 3);
  const domain = percentDomain(lines.flatMap(({ points }) => points.map(({ percent }) => percent)));
  const y = scaleLinear([...domain], [bottom - 8, margin.top]);
  const x = weekScale(
    lines.flatMap(({ points }) => points.map(({ weeks }) => weeks)),
    [margin.left, right],
  );
  const placed = lines.flatMap((line) => placeLine(line, colourBy, x, (percent) => y(Math.min(most, percent))));
  const byMark = new Map(placed.flatMap((one) => one.points.map(({ key }) => [key, one] as const)));
  const labels = labelsOf(placed, strong, width);
  return {
    picture: (
      <>
        <PercentAxis domain={domain} y={y} left={margin.left} right={right} named={null} />
        <WeekAxis scale={x} y={bottom} title="Weeks from baseline scan" />
        <Lines placed={placed} strong={strong} />
        <Shapes placed={placed} r={placed.length > mostApart ? 2.2 : 3.6} />
        {labels.map((label) => (
          <EndLabel key={label.name} {...label} />
        ))}
      </>
    ),
    height,
    rows: placed.toSorted((one, other) => one.end.y - other.end.y).map(marksOf),
    brush: 'xy',
    highlight: ({ id }, because) => <Highlight placed={byMark.get(id) ?? null} name={because === 'pointed' ? width : null} />,
  };
}

function placeLine(
  line: SpiderLine,
  colourBy: ColourBy,
  x: (weeks: number) => number,
  y: (percent: number) => number,
): readonly PlacedLine[] {
  const points = line.points.map((point) => ({ ...point, x: x(point.weeks), y: y(point.percent) }));
  const end = points.at(-1);
  if (end === undefined) return [];
  const last = line.points.findLast(({ code }) => code !== null)?.code ?? null;
  return [
    {
      line,
      colour: responseStyles[shownResponse(colourBy === 'best' ? line.best : last)].color,
      points,
      end,
      path: `M${points.map((point) => `${short(point.x)} ${short(point.y)}`).join('L')}`,
    },
  ];
}

/** One path per line, or one per colour if there are very many, with the strong line on top. */
function Lines({ placed, strong }: { readonly placed: readonly PlacedLine[]; readonly strong: string | null }): ReactNode {
  const isMany = placed.length > mostApart;
  const apart = isMany ? placed.filter(({ line }) => line.label === strong) : placed;
  const together = new Map<string, string>();
  if (isMany) for (const { colour, path } of placed) together.set(colour, (together.get(colour) ?? '') + path);
  return (
    <>
      {[...together].map(([colour, d]) => (
        <path key={colour} d={d} stroke={colour} strokeWidth={0.8} fill="none" opacity={0.6} />
      ))}
      {apart.map(({ line: { subject, label }, colour, path }) => (
        <path
          key={label}
          d={path}
          stroke={colour}
          strokeWidth={label === strong ? 2.4 : 1.4}
          strokeLinejoin="round"
          fill="none"
          opacity={label === strong ? 1 : 0.8}
          data-subject={subject}
        />
      ))}
    </>
  );
}

/** The response of the last assessment at the end of each line, and a diamond at every PD. */
function Shapes({ placed, r }: { readonly placed: readonly PlacedLine[]; readonly r: number }): ReactNode {
  const paths = new Map<ShownResponse, string>();
  for (const { points, end } of placed)
    for (const point of points) {
      const shown = shownResponse(point.code);
      if (point !== end && shown !== 'PD') continue;
      paths.set(shown, (paths.get(shown) ?? '') + shapePath(shown, point.x, point.y, r));
    }
  return <ShapePaths paths={paths} edge={1} />;
}

/** Places the label of the strong line first, then those of the lines that end latest. */
function labelsOf(placed: readonly PlacedLine[], strong: string | null, width: number): readonly PlacedLabel[] {
  const order = placed.toSorted(
    (left, right) => Number(right.line.label === strong) - Number(left.line.label === strong) || right.end.x - left.end.x,
  );
  return placeLabels(
    order.map((one) => wantedLabel(one, one.line.label === strong)),
    placed.map(({ points }) => points),
    width,
  );
}

function wantedLabel({ line: { label }, end }: PlacedLine, isStrong: boolean): WantedLabel {
  return { name: label, text: end.percent > most ? `${shortName(label)} ${signed(end.percent)}` : shortName(label), end, isStrong };
}

function EndLabel({ text, x, y, isStrong }: PlacedLabel): ReactNode {
  return (
    <text
      x={short(x)}
      y={short(y)}
      fill={isStrong ? 'var(--text)' : 'var(--text-2)'}
      fontWeight={isStrong ? 600 : 400}
      paintOrder="stroke"
      stroke="var(--surface)"
      strokeWidth={3}
      strokeLinejoin="round"
    >
      {text}
    </text>
  );
}

/** One line over all others, with all its points. `name`: width of the drawing if the line is to be labelled; null if not. */
function Highlight({ placed, name }: { readonly placed: PlacedLine | null; readonly name: number | null }): ReactNode {
  if (placed === null) return null;
  return (
    <>
      <path d={placed.path} stroke="var(--surface)" strokeWidth={6} fill="none" strokeLinejoin="round" />
      <path d={placed.path} stroke={placed.colour} strokeWidth={2.6} fill="none" strokeLinejoin="round" />
      {placed.points.map((point) => (
        <Fragment key={point.key}>
          <path
            d={shapePath(shownResponse(point.code), point.x, point.y, 3.6)}
            fill={responseStyles[shownResponse(point.code)].color}
            stroke="var(--surface)"
            paintOrder="stroke"
          />
        </Fragment>
      ))}
      {name !== null && <EndLabel {...beside(wantedLabel(placed, true), { x: 8, y: 4 }, name)} />}
    </>
  );
}

function marksOf({ line: { subject, label, best }, points }: PlacedLine): readonly Mark[] {
  return points.slice(1).map(({ key, weeks, percent, code, x, y }) => ({
    id: key,
    subject,
    says: [
      label,
      `${percentWords(percent)} at ${weekWords(weeks)}`,
      `Response: ${responseStyles[shownResponse(code)].words}`,
      `Best reported: ${responseStyles[shownResponse(best)].words}`,
    ],
    box: { x: x - 6, y: y - 6, width: 12, height: 12 },
  }));
}
