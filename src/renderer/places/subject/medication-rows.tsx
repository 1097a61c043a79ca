import { useId, useState, type ReactNode } from 'react';
import type { MedicationRecord } from '../../../shared/calls/subject.ts';
import { dateWords } from './days.ts';
import type { Geometry } from './timeline-row.tsx';
import { lanesOf, type MedicationBar, type MedicationLane } from './medication-lanes.ts';
import { medicationWords } from './sentences.ts';
import { Mark } from './series-row.tsx';

const laneHeight = 20;
const barHeight = 12;
const headHeight = 26;
/** Lanes drawn until the list is expanded. */
const fewLanes = 12;
/** Width in pixels that a bar needs to show "end not recorded" and "since …". */
const endRoom = 110;
const sinceRoom = 130;

interface Props {
  readonly geometry: Geometry;
  readonly medications: readonly MedicationRecord[];
  readonly onOpen: (key: string) => void;
}

/**
 * One lane per drug and dose. A record with an unknown start or end has a fading bar with a dashed outline, because a missing end does not
 * mean that the medication is still taken.
 */
export function MedicationRows({ geometry, medications, onOpen }: Props): ReactNode {
  const fade = useId();
  const [all, setAll] = useState(false);
  const { axis } = geometry;
  const found = lanesOf(medications, axis.from, axis.to);
  const lanes = all ? found.lanes : found.lanes.slice(0, fewLanes);
  const height = headHeight + lanes.length * laneHeight + 8;
  const words = medicationWords(found);
  return (
    <div className="timeline-row timeline-lanes" style={{ minHeight: height }}>
      <div className="timeline-name">
        <span className="timeline-test timeline-lanes-head">Medications</span>
        {lanes.map(({ name }) => (
          <span key={name} className="timeline-lane tiny t2" title={name}>
            {name}
          </span>
        ))}
        {found.lanes.length > fewLanes && (
          <button
            type="button"
            className="link timeline-link timeline-more"
            onClick={() => {
              setAll(!all);
            }}
          >
            {all ? `Show the first ${String(fewLanes)}` : `Show all ${String(found.lanes.length)}`}
          </button>
        )}
      </div>
      <svg
        className="timeline-plot"
        width={geometry.plot}
        height={height}
        role="img"
        aria-label={`Medications: ${words} ${lanes.map(({ name }) => name).join('; ')}`}
      >
        <defs>
          <Fade id={`${fade}-end`} left={1} peak={0.35} right={0} />
          <Fade id={`${fade}-start`} left={0} peak={0.65} right={1} />
          <Fade id={`${fade}-both`} left={0} peak={0.5} right={0} />
        </defs>
        {axis.ticks.map(({ at, x }) => (
          <line key={at} className="plot-line" x1={x} x2={x} y1={0} y2={height} />
        ))}
        <text className="plot-word" x={0} y={17}>
          {words}
          {geometry.plot >= 640 && ' The service does not distinguish study drug from other drugs.'}
        </text>
        {lanes.map((lane, index) => (
          <Lane key={lane.name} lane={lane} top={headHeight + index * laneHeight} geometry={geometry} fade={fade} onOpen={onOpen} />
        ))}
      </svg>
      <div className="timeline-value" />
    </div>
  );
}

interface LaneProps {
  readonly lane: MedicationLane;
  readonly top: number;
  readonly geometry: Geometry;
  /** Beginning of the gradients’ ids. */
  readonly fade: string;
  readonly onOpen: (key: string) => void;
}

/** Bars with an unknown start or end are below the others, and texts above all bars. */
function Lane({ lane, top, geometry, fade, onOpen }: LaneProps): ReactNode {
  const y = top + (laneHeight - barHeight) / 2;
  const spans = lane.bars.map((bar) => spanOf(bar, geometry)).toSorted((left, right) => Number(left.isWhole) - Number(right.isWhole));
  return (
    <>
      {spans.map((span) => (
        <Mark key={span.bar.key} recordKey={span.bar.key} name={`${lane.name}, ${barWords(span.bar)}`} onOpen={onOpen}>
          <rect
            className={span.isWhole ? 'plot-bar' : 'plot-open-bar'}
            x={span.x}
            y={y}
            width={span.width}
            height={barHeight}
            rx={2}
            {...(span.isWhole ? {} : { fill: `url(#${fade}-${unknownOf(span.bar)})` })}
          />
        </Mark>
      ))}
      {spans.map((span) => (
        <BarWords key={span.bar.key} span={span} others={spans.filter((other) => other !== span)} y={y + 10} />
      ))}
    </>
  );
}

/** Which of the bar's dates is unknown. */
function unknownOf({ from, to }: MedicationBar): 'start' | 'end' | 'both' {
  return from !== null ? 'end' : to !== null ? 'start' : 'both';
}

interface FadeProps {
  readonly id: string;
  /** Opacity at the left end; `right` likewise. It is 1 at `peak`, a share of the length. */
  readonly left: number;
  readonly peak: number;
  readonly right: number;
}

/** A gradient along a bar. */
function Fade({ id, left, peak, right }: FadeProps): ReactNode {
  return (
    <linearGradient id={id}>
      <stop className="plot-fade" offset={0.15} stopOpacity={left} />
      <stop className="plot-fade" offset={peak} />
      <stop className="plot-fade" offset={0.85} stopOpacity={right} />
    </linearGradient>
  );
}

/** Position of a bar on the plot in pixels. */
interface Span {
  readonly bar: MedicationBar;
  readonly x: number;
  readonly width: number;
  /** Start and end are known. */
  readonly isWhole: boolean;
}

function spanOf(bar: MedicationBar, { axis, plot }: Geometry): Span {
  const within = (x: number): number => Math.min(plot, Math.max(0, x));
  const x = bar.from === null ? 0 : within(axis.x(bar.from));
  const end = bar.to === null ? plot : within(axis.x(bar.to));
  return { bar, x, width: Math.max(4, end - x), isWhole: bar.from !== null && bar.to !== null };
}

function barWords({ started, ended }: MedicationBar): string {
  return `${started === null ? 'start not recorded' : `from ${started}`}, ${ended === null ? 'end not recorded' : `to ${ended}`}`;
}

interface BarWordsProps {
  readonly span: Span;
  readonly others: readonly Span[];
  readonly y: number;
}

/** "since 3 Mar 2024" and "end not recorded", if there is room and no other bar of the lane is below them. */
function BarWords({ span: { bar, x, width }, others, y }: BarWordsProps): ReactNode {
  const isFree = (left: number, right: number): boolean => others.every((other) => other.x > right || other.x + other.width < left);
  const end = x + width;
  const hasEnd = bar.to === null && width >= endRoom && isFree(end - endRoom, end);
  const hasStart = bar.from !== null && x <= 0 && width >= sinceRoom + (hasEnd ? endRoom : 0) && isFree(x, x + sinceRoom);
  return (
    <>
      {hasStart && (
        <text className="plot-bar-word" x={x + 8} y={y}>
          since {dateWords(bar.from)}
        </text>
      )}
      {hasEnd && (
        <text className="plot-bar-word" x={end - 6} y={y} textAnchor="end">
          end not recorded
        </text>
      )}
    </>
  );
}
