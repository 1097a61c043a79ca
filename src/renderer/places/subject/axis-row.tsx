import { type KeyboardEvent, type ReactNode, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { stepBy, nearestStep } from './cross-hair.ts';
import { dateWords, dayOf, whenWords, type Clock } from './days.ts';
import { scaleRoom, type Geometry } from './timeline-row.tsx';
import { spanWords, type DaySpan } from './shown-dates.ts';
import type { Visit } from './visits.ts';
import type { TimeAxis } from './time-axis.ts';

const height = 44;

interface Props {
  readonly geometry: Geometry;
  readonly clock: Clock;
  readonly visits: readonly Visit[];
  /** Caption of the second line, for example "Day from C1D1". */
  readonly under: string;
  readonly steps: readonly number[];
  /** Index of the current step of the cross-hair; null if there is none. */
  readonly step: number | null;
  readonly onStep: (step: number | null) => void;
  readonly brush: Brush;
}

/** The visits and their days, sticky while the strips scroll. Also the slider that moves the cross-hair by keyboard. */
export function AxisRow({ geometry, clock, visits, under, steps, step, onStep, brush }: Props): ReactNode {
  const { axis, plot } = geometry;
  const at = step === null ? null : (steps[step] ?? null);
  const hear = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.key === 'Escape' ? null : stepBy(event.key, step, steps.length);
    const isOfBrush = brush.hear(event, next);
    if (!isOfBrush && next === null && (event.key !== 'Escape' || step === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isOfBrush) onStep(next);
  };
  return (
    <div className="timeline-row timeline-axis">
      <div className="timeline-name small">
        <span className="t2">{visits.length === 0 ? 'No visits' : 'Visit'}</span>
        <span className="t3 clip">{under}</span>
      </div>
      <div
        className="timeline-slider"
        role="slider"
        tabIndex={0}
        aria-label="Day on the time axis"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, steps.length - 1)}
        aria-valuenow={step ?? Math.max(0, steps.length - 1)}
        aria-valuetext={
          brush.marked !== null
            ? `${spanWords(brush.marked)} marked, ${brush.waits ? 'Enter shows' : 'letting go shows'} these dates only`
            : at === null
              ? 'no day selected; latest values shown'
              : `${pillWords(at, clock, visits)}, ${dateWords(at)}`
        }
        title="To zoom in on a date range, drag over it, click one date and Shift-click another, or press Shift with an arrow key and then Enter"
        onKeyDown={hear}
        {...brush.handlers}
        onClick={(event) => {
          if (brush.hearClick(event)) event.stopPropagation();
        }}
      >
        <svg className="timeline-plot" width={plot} height={height} aria-hidden>
          {axis.ticks
            .filter(({ shown }) => shown)
            .map(({ at: day, x, label, written, under: below }) => (
              <g key={day}>
                <text className="plot-visit" x={x} y={18} textAnchor="middle">
                  <title>{label}</title>
                  {written}
                </text>
                <text className="plot-word" x={x} y={34} textAnchor="middle">
                  {below}
                </text>
              </g>
            ))}
        </svg>
        {at !== null && (
          <div className="timeline-pill num" style={{ left: Math.min(plot - 54, Math.max(54 - scaleRoom, axis.x(at))) }}>
            <b>{pillWords(at, clock, visits)}</b>
            <span>{dateWords(at)}</span>
          </div>
        )}
      </div>
      <div className="timeline-value tiny t2">
        <span>{at === null ? 'Last value' : clock.anchor === null ? 'At this date' : `At ${whenWords(clock, at)}`}</span>
        {at !== null && <span className="t3">nearest value</span>}
      </div>
    </div>
  );
}

/** For example "C5D1, day 85"; without an anchor only the visit, or "between visits". */
function pillWords(at: number, clock: Clock, visits: readonly Visit[]): string {
  const visit = visits.find((one) => dayOf(one.at) === dayOf(at))?.visit;
  const day = clock.anchor === null ? null : whenWords(clock, at);
  return [visit, day].filter((word) => word !== undefined && word !== null).join(', ') || 'between visits';
}

/** Pixels that the pointer must move for a press to become a drag. */
const leastDrag = 6;

interface BrushInput {
  /** Null if there is nothing to mark. */
  readonly axis: TimeAxis | null;
  readonly steps: readonly number[];
  /** Index of the pinned step of the cross-hair. */
  readonly step: number | null;
  /** Shows only these dates. */
  readonly onNarrow: (span: DaySpan) => void;
}

export interface Brush {
  /** The marked dates; null if there are none. */
  readonly marked: DaySpan | null;
  /** Whether they were marked by keyboard and wait for Enter. */
  readonly waits: boolean;
  /** Returns whether the brush handled the key. `next`: the step that the key leads to. */
  readonly hear: (event: KeyboardEvent, next: number | null) => boolean;
  /** Returns whether the brush handled the click: the end of a drag, or a Shift-click that marks the dates from the cross-hair on. */
  readonly hearClick: (event: MouseEvent<HTMLElement>) => boolean;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onBlur: () => void;
  };
}

/** Marks dates on the time axis by dragging, by Shift-click from the cross-hair, or by Shift with arrow keys and then Enter. */
export function useAxisBrush({ axis, steps, step, onNarrow }: BrushInput): Brush {
  const [byDrag, setByDrag] = useState<DaySpan | null>(null);
  const [start, setStart] = useState<number | null>(null);
  /** Position of the pointer press; null if it is not pressed or the drag was cancelled. */
  const pressed = useRef<number | null>(null);
  /** Whether to ignore the click event that follows a drag. */
  const swallows = useRef(false);
  const standsOn = step === null ? null : (steps[step] ?? null);
  const byKeys = start === null || standsOn === null ? null : between(start, standsOn);
  const dragTo = (event: MouseEvent<HTMLElement>): DaySpan | null => {
    const [from, to] = [pressed.current, placeOf(event)];
    if (axis === null || from === null || Math.abs(from - to) < leastDrag) return null;
    return between(momentAt(axis, from), momentAt(axis, to));
  };
  const end = (): void => {
    pressed.current = null;
    setByDrag(null);
    setStart(null);
  };
  return {
    marked: byDrag ?? byKeys,
    waits: byDrag === null && byKeys !== null,
    hear: ({ key, shiftKey }, next) => {
      if (key === 'Escape' && pressed.current !== null) {
        swallows.current = true;
        end();
        return true;
      }
      if (byKeys !== null && (key === 'Enter' || key === 'Escape')) {
        end();
        if (key === 'Enter') onNarrow(byKeys);
        return true;
      }
      if (next !== null) setStart(shiftKey ? (start ?? standsOn ?? steps[next] ?? null) : null);
      return false;
    },
    hearClick: (event) => {
      const isOfDrag = swallows.current;
      swallows.current = false;
      if (isOfDrag) return true;
      const to = axis === null || !event.shiftKey ? null : nearestStep(steps, placeOf(event), axis.x);
      if (standsOn === null || to === null) return false;
      onNarrow(between(standsOn, steps[to] ?? standsOn));
      return true;
    },
    handlers: {
      onPointerDown: (event) => {
        swallows.current = false;
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(null);
        pressed.current = placeOf(event);
      },
      onPointerMove: (event) => {
        if (pressed.current !== null) setByDrag(dragTo(event));
      },
      onPointerUp: (event) => {
        const dragged = dragTo(event);
        if (dragged !== null) swallows.current = true;
        end();
        if (dragged !== null) onNarrow(dragged);
      },
      onPointerCancel: end,
      onBlur: end,
    },
  };
}

/** Pixels from the left edge of the plot, clamped to its width. */
function placeOf({ clientX, currentTarget }: MouseEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(width, Math.max(0, clientX - left));
}

/** Clamped, because the margins at both ends of the plot represent no dates. */
function momentAt({ at, from, to }: TimeAxis, x: number): number {
  return Math.min(to - 1, Math.max(from, at(x)));
}

function between(one: number, other: number): DaySpan {
  return { first: dayOf(Math.min(one, other)), last: dayOf(Math.max(one, other)) };
}
