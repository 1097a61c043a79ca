import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import { lesionWords } from '../../../shared/derive/lesions.ts';
import { ResponseBadge } from '../../record/grid/cell-marks.tsx';
import { nearestTo } from './cross-hair.ts';
import { whenWords, type Clock } from './days.ts';
import { TimelineRow, WordsRow, type Geometry } from './timeline-row.tsx';
import { percentWords } from '../../record/figures/response-words.ts';
import type { AssessedPoint, ResponseLine } from './response-lines.ts';
import { responseSentence } from './sentences.ts';
import { Mark, Nearest } from './series-row.tsx';
import { leftWords, noneWithinWords } from './within-dates.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import { highestOf, lowestOf } from '../../../shared/derive/extremes.ts';

const plotHeight = 108;
/** Height of the line with the lesion counts of sums, and minimum distance between two of its texts, in pixels. */
const lesionsLine = 14;
const lesionsRoom = 104;
/** Pixels for the letters above a mark and the sum below it. */
const above = 32;
const below = 30;
const badgeHeight = 17;
/** Minimum pixels between two marks to show the sums of both. */
const sumRoom = 78;

interface Props {
  readonly geometry: Geometry;
  readonly clock: Clock;
  readonly response: ResponseLine;
  readonly crossHair: number | null;
  readonly onOpen: (key: string) => void;
}

/** Target sums of one course with their change from the baseline, the signed conclusions as letters, and the line at −30 %. */
export function ResponseRow({ geometry, clock, response, crossHair, onOpen }: Props): ReactNode {
  const { points, isOfEitherBaseline, decrease, undated, notShown } = response;
  const name = response.name === null ? 'Responses' : `Responses, ${response.name}`;
  if (points.length === 0 && notShown > 0) return <WordsRow name={name}>{noneWithinWords('assessments', response)}</WordsRow>;
  if (points.length === 0)
    return <WordsRow name={name}>{formatCountOf(undated, 'assessment')} without a complete, valid date: see the table.</WordsRow>;
  const sums = points.flatMap(({ sum }) => (sum === null ? [] : [sum]));
  const seen = decrease === null ? sums : [...sums, decrease];
  const y = scaleLinear(seen.length === 0 ? [0, 1] : padded(lowestOf(seen), highestOf(seen)), [plotHeight - below, above]);
  const { axis, plot } = geometry;
  const drawn = points.filter(({ sum, otherLesions }) => sum !== null && otherLesions === null);
  const path = line<AssessedPoint>(
    ({ at }) => axis.x(at),
    ({ sum }) => y(sum ?? 0),
  );
  const roomy = labelled(
    points.flatMap(({ at, otherLesions }, index) => (otherLesions === null ? [{ index, x: axis.x(at) }] : [])),
    sumRoom,
  );
  // Sums of other lesions are on a separate line, so that they do not compete with the other sums for room.
  const apart = labelled(
    points.flatMap(({ at, sum, otherLesions }, index) => (otherLesions === null || sum === null ? [] : [{ index, x: axis.x(at) }])),
    lesionsRoom,
  );
  const height = plotHeight + (apart.size > 0 ? lesionsLine : 0);
  return (
    <TimelineRow
      geometry={geometry}
      height={height}
      name={name}
      under={[comparedWords(response), ...leftWords(response)].join(' · ')}
      sentence={responseSentence(response, clock)}
      value={<NearestAssessment points={points} clock={clock} crossHair={crossHair} />}
    >
      {decrease !== null && (
        <>
          <line className="plot-threshold" x1={0} x2={plot} y1={y(decrease)} y2={y(decrease)} />
          <text className="plot-number" x={-8} y={y(decrease) + 4} textAnchor="end">
            −30 %
          </text>
        </>
      )}
      {!isOfEitherBaseline && <path className="plot-path" d={path(drawn) ?? ''} />}
      {points.map((point, index) => (
        <Mark key={point.key} recordKey={point.key} name={pointWords(point, clock)} onOpen={onOpen}>
          <AssessmentMark
            point={point}
            x={axis.x(point.at)}
            y={point.sum === null ? null : y(point.sum)}
            sums={roomy.has(index)}
            lesions={apart.has(index)}
            decrease={decrease === null ? null : y(decrease)}
            plot={plot}
          />
        </Mark>
      ))}
    </TimelineRow>
  );
}

function comparedWords({ baseline, isOfEitherBaseline }: ResponseLine): string {
  if (isOfEitherBaseline) return 'two readings in one case, not compared';
  return baseline === null ? 'no baseline, so no change from it' : 'target sum, mm';
}

function padded(least: number, most: number): readonly [number, number] {
  return least === most ? [least - 1, most + 1] : [least, most];
}

/** Indexes of the marks to label: each that is at least `room` pixels after the previous label. */
function labelled(marks: readonly { readonly index: number; readonly x: number }[], room: number): ReadonlySet<number> {
  const shown = new Set<number>();
  let free = Number.NEGATIVE_INFINITY;
  for (const { index, x } of marks) {
    if (x < free) continue;
    shown.add(index);
    free = x + room;
  }
  return shown;
}

function pointWords(
  { assessment, at, sum, percent, otherLesions, code, conclusion, notDerivedBecause }: AssessedPoint,
  clock: Clock,
): string {
  return [
    assessment,
    whenWords(clock, at),
    conclusion ?? code,
    sum === null ? null : `${String(sum)} mm`,
    percent === null ? null : percentWords(percent),
    otherLesions === null ? null : `${lesionWords(otherLesions)}: not compared`,
    notDerivedBecause === null ? null : `nothing worked out: ${notDerivedBecause}`,
  ]
    .filter((word) => word !== null)
    .join(', ');
}

interface MarkProps {
  readonly point: AssessedPoint;
  readonly x: number;
  /** Null without a sum; the mark is then at the lower edge. */
  readonly y: number | null;
  /** Whether to write sum and change. */
  readonly sums: boolean;
  /** Whether to write how many lesions the sum covers. */
  readonly lesions: boolean;
  /** Position of the line at −30 %; null if there is none. */
  readonly decrease: number | null;
  readonly plot: number;
}

function AssessmentMark({
  point: { code, sum, percent, otherLesions, isBaseline, conclusion },
  x,
  y,
  sums,
  lesions,
  decrease,
  plot,
}: MarkProps): ReactNode {
  const at = y ?? plotHeight - below;
  const letters = code ?? (isBaseline || conclusion === null ? null : '?');
  const kind = `rs-${(code ?? 'none').toLowerCase().replace(/[^a-z]/g, '')}`;
  const anchor = x < 40 ? 'start' : x > plot - 44 ? 'end' : 'middle';
  const edge = anchor === 'start' ? x - 6 : anchor === 'end' ? x + 6 : x;
  return (
    <g className={kind}>
      {sum === null || otherLesions !== null ? (
        <circle className="plot-hollow" cx={x} cy={at} r={3.6} />
      ) : (
        <circle className="plot-assessed" cx={x} cy={at} r={4.5} />
      )}
      {letters !== null && <Letters letters={letters} x={x} y={at - badgeHeight - 9} />}
      {sums && sum !== null && (
        <text className="plot-sum" x={edge} y={isBaseline ? at - 10 : beneath(at, decrease)} textAnchor={anchor}>
          <tspan className="plot-strong">{String(sum)}</tspan> {besideSum({ isBaseline, percent })}
        </text>
      )}
      {lesions && otherLesions !== null && sum !== null && (
        <>
          <line className="plot-line" x1={x} x2={x} y1={at + 5} y2={plotHeight - 4} />
          <text className="plot-sum" x={edge} y={plotHeight + 6} textAnchor={anchor}>
            <tspan className="plot-strong">{String(sum)}</tspan> {lesionWords(otherLesions)}
          </text>
        </>
      )}
      <circle className="plot-hit" cx={x} cy={at} r={10} />
    </g>
  );
}

/** For example "baseline" or "−34.5 %". */
function besideSum({ isBaseline, percent }: Pick<AssessedPoint, 'isBaseline' | 'percent'>): string {
  if (isBaseline) return 'baseline';
  return percent === null ? '' : percentWords(percent);
}

/** Text position of a sum below its mark, moved if it would be on the line at −30 %. */
function beneath(at: number, decrease: number | null): number {
  const usual = at + 19;
  return decrease === null || decrease < usual - 11 || decrease > usual + 3 ? usual : decrease + 13;
}

function Letters({ letters, x, y }: { readonly letters: string; readonly x: number; readonly y: number }): ReactNode {
  const width = Math.max(26, 10 + letters.length * 7.4);
  return (
    <g transform={`translate(${String(x - width / 2)} ${String(Math.max(1, y))})`}>
      <rect className="plot-letters-ground" width={width} height={badgeHeight} rx={4} />
      <rect className="plot-letters" x={0.75} y={0.75} width={width - 1.5} height={badgeHeight - 1.5} rx={3.5} />
      <text className="plot-strong" x={width / 2} y={12.5} textAnchor="middle">
        {letters}
      </text>
    </g>
  );
}

function NearestAssessment({
  points,
  clock,
  crossHair,
}: {
  readonly points: readonly AssessedPoint[];
  readonly clock: Clock;
  readonly crossHair: number | null;
}): ReactNode {
  const point = nearestTo(points, crossHair);
  if (point === null) return null;
  const { at, sum, code, isBaseline } = point;
  const words = sum === null ? (code ?? 'no sum') : `${String(sum)} mm`;
  return (
    <Nearest at={at} clock={clock} crossHair={crossHair} words={words}>
      {sum !== null && code !== null && !isBaseline && <ResponseBadge code={code} />}
    </Nearest>
  );
}
