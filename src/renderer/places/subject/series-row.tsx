import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { resultWords } from '../../ui/format/numbers.ts';
import type { ReactNode } from 'react';
import { gradeTip } from '../../record/figures/grade-words.ts';
import { FlagBadge, GradeBadge } from '../../record/grid/cell-marks.tsx';
import { isElsewhere, nearestTo } from './cross-hair.ts';
import { whenWords, type Clock } from './days.ts';
import { ScaleNumber, TimelineRow, WordsRow, type Geometry } from './timeline-row.tsx';
import { extentOf, type RangeBand, type ResultSeries, type SeriesPoint } from './result-series.ts';
import { seriesSentence, valueWords } from './sentences.ts';
import { gradeSentence, worstTitle, type SubjectGrades } from './subject-grades.ts';
import { leftWords, noneWithinWords } from './within-dates.ts';
import { highestOf, lowestOf } from '../../../shared/derive/extremes.ts';

const height = 54;
const margin = 12;
/** Minimum width in pixels of a gap to label it. */
const wordRoom = 52;
/** Pixels that a range extends beyond the first and the last result, because no range is known before and after. */
const beside = 14;

interface Props {
  readonly geometry: Geometry;
  readonly clock: Clock;
  readonly series: ResultSeries;
  /** Time of the cross-hair; null shows the last values. */
  readonly crossHair: number | null;
  readonly onOpen: (key: string) => void;
  /** Goes back to the choice of unit; null if no unit was chosen. */
  readonly onUnits: (() => void) | null;
  /** The grades of a subject's labs and the name of the anchor; null for tests that are not graded. */
  readonly graded: { readonly grades: SubjectGrades; readonly anchor: string } | null;
}

/** Results of one test over time, with their reference ranges. */
export function SeriesRow({ geometry, clock, series, crossHair, onOpen, onUnits, graded }: Props): ReactNode {
  const extent = extentOf(series);
  const name = <span title={series.test}>{series.test}</span>;
  const hasGrade = graded?.grades.byTest.has(series.test) === true;
  const change = (hasGrade || onUnits !== null) && (
    <>
      {graded !== null && hasGrade && <WorstMarks graded={graded} test={series.test} clock={clock} onOpen={onOpen} />}
      {onUnits !== null && (
        <button type="button" className="link timeline-link" onClick={onUnits}>
          change
        </button>
      )}
    </>
  );
  if (extent === null && series.texts.length === 0)
    return (
      <WordsRow name={name} under={series.unit ?? ''} change={change}>
        {noneWords(series)}
      </WordsRow>
    );
  const y = scaleLinear(extent ?? [0, 1], [height - margin, margin]);
  const { axis } = geometry;
  const places = series.points.map(({ at }) => axis.x(at));
  const ends = [lowestOf(places) - beside, highestOf(places) + beside] as const;
  const path = line<SeriesPoint>(
    (point) => axis.x(point.at),
    (point) => y(point.value),
  );
  return (
    <TimelineRow
      geometry={geometry}
      height={height}
      name={name}
      under={[...(series.unit === null ? [] : [series.unit]), ...leftWords(series)].join(' · ')}
      change={change}
      sentence={seriesSentence(series, clock, graded === null ? [] : gradeSentence(graded.grades, series.test, graded.anchor, clock))}
      value={<NearestResult series={series} clock={clock} crossHair={crossHair} />}
    >
      {series.bands.map((band) => (
        <Band key={band.from} band={band} ends={ends} y={y} x={axis.x} />
      ))}
      {series.runs.map((run) => (
        <path key={run[0]?.key} className="plot-path" d={path(run) ?? ''} />
      ))}
      {series.gaps.map(({ from, to, visits }) => (
        <MissingWord key={from} from={axis.x(from)} to={axis.x(to)} visits={visits} />
      ))}
      {series.texts.map(({ key, at, text }) => (
        <Mark key={key} name={`${text}, ${whenWords(clock, at)}`} onOpen={onOpen} recordKey={key}>
          <rect className="plot-text-mark" x={axis.x(at) - 3} y={height / 2 - 3} width={6} height={6} />
          <circle className="plot-hit" cx={axis.x(at)} cy={height / 2} r={9} />
        </Mark>
      ))}
      {series.points.map((point) => (
        <Mark
          key={point.key}
          recordKey={point.key}
          name={[valueWords(point), point.unit, point.visit, whenWords(clock, point.at), ...gradeTip(point.grade)]
            .filter((word) => word !== null)
            .join(', ')}
          onOpen={onOpen}
        >
          <ResultMark point={point} x={axis.x(point.at)} y={y(point.value)} />
        </Mark>
      ))}
      <Scale series={series} extent={extent} y={y} />
    </TimelineRow>
  );
}

interface WorstMarksProps extends Pick<Props, 'clock' | 'onOpen'> {
  readonly graded: NonNullable<Props['graded']>;
  readonly test: string;
}

/** The worst grade of a test in each direction; a mark opens its result. */
function WorstMarks({ graded: { grades, anchor }, test, clock, onOpen }: WorstMarksProps): ReactNode {
  return (grades.byTest.get(test) ?? []).map((one) => {
    const title = worstTitle(one, anchor, clock);
    return (
      <button
        key={one.grade}
        type="button"
        className="grade-mark"
        title={title}
        aria-label={`${test}: ${title}`}
        onClick={() => {
          onOpen(one.result.key);
        }}
      >
        <GradeBadge grade={one.grade} />
      </button>
    );
  });
}

function noneWords(series: ResultSeries): string {
  if (series.notShown > 0) return noneWithinWords('results', series);
  return series.undated > 0 ? 'No result has a readable date; see the table.' : 'No results.';
}

interface MarkProps {
  readonly recordKey: string;
  readonly name: string;
  readonly onOpen: (key: string) => void;
  readonly children: ReactNode;
}

/** A mark that opens its record. Keyboard users reach the same records in the tables below. */
export function Mark({ recordKey, name, onOpen, children }: MarkProps): ReactNode {
  return (
    <g
      className="plot-mark"
      data-key={recordKey}
      onClick={() => {
        onOpen(recordKey);
      }}
    >
      <title>{name}</title>
      {children}
    </g>
  );
}

/** A dot, a triangle above or below the range, or a hollow circle if only a bound is known. */
function ResultMark({
  point: { flag, comparator },
  x,
  y,
}: {
  readonly point: SeriesPoint;
  readonly x: number;
  readonly y: number;
}): ReactNode {
  const up = `M${String(x)} ${String(y - 5)}l5 8.5h-10Z`;
  const down = `M${String(x)} ${String(y + 5)}l5 -8.5h-10Z`;
  return (
    <>
      {comparator !== null ? (
        <>
          <circle className="plot-hollow" cx={x} cy={y} r={3.6} />
          <path
            className="plot-bound"
            d={
              comparator.startsWith('<')
                ? `M${String(x)} ${String(y + 4)}v5m-2.5 -2.5l2.5 2.5l2.5 -2.5`
                : `M${String(x)} ${String(y - 4)}v-5m-2.5 2.5l2.5 -2.5l2.5 2.5`
            }
          />
        </>
      ) : flag === 'HIGH' ? (
        <path className="plot-high" d={up} />
      ) : flag === 'LOW' ? (
        <path className="plot-low" d={down} />
      ) : (
        <circle className="plot-dot" cx={x} cy={y} r={2.8} />
      )}
      <circle className="plot-hit" cx={x} cy={y} r={9} />
    </>
  );
}

type Height = (value: number) => number;

interface BandProps {
  readonly band: RangeBand;
  /** Pixel positions where the first band starts and the last band ends. */
  readonly ends: readonly [number, number];
  readonly x: (at: number) => number;
  readonly y: Height;
}

function Band({ band: { from, to, low, high }, ends, x, y }: BandProps): ReactNode {
  const left = Number.isFinite(from) ? x(from) : ends[0];
  const right = Number.isFinite(to) ? x(to) : ends[1];
  const top = high === null ? 0 : y(high);
  const bottom = low === null ? height : y(low);
  return <rect className="plot-band" x={left} y={top} width={Math.max(0, right - left)} height={Math.max(1, bottom - top)} />;
}

function MissingWord({ from, to, visits }: { readonly from: number; readonly to: number; readonly visits: readonly string[] }): ReactNode {
  const words = `No result of this test at ${visits.join(', ')}`;
  return (
    <g>
      <title>{words}</title>
      <line className="plot-gap" x1={from + 6} x2={to - 6} y1={height - 5} y2={height - 5} />
      {to - from >= wordRoom && (
        <text className="plot-word" x={(from + to) / 2} y={height / 2 + 4} textAnchor="middle">
          missing
        </text>
      )}
    </g>
  );
}

/** The range limits if there is only one range, else the smallest and largest value. */
function Scale({
  series: { bands },
  extent,
  y,
}: {
  readonly series: ResultSeries;
  readonly extent: readonly [number, number] | null;
  readonly y: Height;
}): ReactNode {
  if (extent === null) return null;
  const [band] = bands;
  const limits =
    bands.length === 1 && band !== undefined ? [band.high, band.low].filter((limit) => limit !== null) : [extent[1], extent[0]];
  const [upper, lower] = limits;
  const both = upper !== undefined && lower !== undefined && Math.abs(y(upper) - y(lower)) >= 12;
  return (
    <>
      {upper !== undefined && <ScaleNumber y={y(upper)}>{resultWords(upper)}</ScaleNumber>}
      {both && <ScaleNumber y={y(lower)}>{resultWords(lower)}</ScaleNumber>}
    </>
  );
}

function NearestResult({ series, clock, crossHair }: Pick<Props, 'series' | 'clock' | 'crossHair'>): ReactNode {
  const point = nearestTo(series.points, crossHair);
  if (point === null) {
    const text = nearestTo(series.texts, crossHair);
    return text === null ? null : <Nearest at={text.at} clock={clock} crossHair={crossHair} words={text.text} />;
  }
  const { flag } = point;
  return (
    <Nearest at={point.at} clock={clock} crossHair={crossHair} words={point.result}>
      {flag !== null && flag !== 'NORMAL' && <FlagBadge flag={flag} />}
    </Nearest>
  );
}

interface NearestProps {
  readonly at: number;
  readonly clock: Clock;
  readonly crossHair: number | null;
  readonly words: string;
  readonly children?: ReactNode;
}

/** A value in the right column, with its day if that is not the day of the cross-hair. */
export function Nearest({ at, clock, crossHair, words, children }: NearestProps): ReactNode {
  return (
    <>
      <span className="timeline-nearest">
        <b className="clip" title={words}>
          {words}
        </b>
        <span className="timeline-flag">{children}</span>
      </span>
      {(crossHair === null || isElsewhere(at, crossHair)) && <span className="tiny t3 timeline-when">{whenWords(clock, at)}</span>}
    </>
  );
}
