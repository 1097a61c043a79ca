import { type KeyboardEvent, type ReactNode, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { stepBy, nearestStep } from './cross-hair.ts';
import { dateWords, dayOf, whenWords, type Clock } from './days.ts';
import { scaleRoom, type Geometry } from './geometry.ts';
import { spanWords, type DaySpan } from './shown-dates.ts';
import type { Visit } from './visits.ts';
import type { TimeAxis } from './time-axis.ts';

const height = 44;

interface Props {
  readonly geometry: Geometry;
  readonly clock: Clock;
  readonly visits: readonly Visit[];
  /** What stands beneath the visits, in words: "Day from C1D1". */
  readonly under: string;
  readonly steps: readonly number[];
  /** Place of the step that the cross-hair stands on; null: it stands nowhere. */
  readonly step: number | null;
  readonly onStep: (step: number | null) => void;
  readonly brush: Brush;
}

/** The visits and their days; the cross-hair is moved here by keyboard. It stays in view while the strips scroll. */
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

/** "C5D1, day 85"; where dates are shown only the visit, and a dash between visits. */
function pillWords(at: number, clock: Clock, visits: readonly Visit[]): string {
  const visit = visits.find((one) => dayOf(one.at) === dayOf(at))?.visit;
  const day = clock.anchor === null ? null : whenWords(clock, at);
  return [visit, day].filter((word) => word !== undefined && word !== null).join(', ') || 'between visits';
}

/** Pixels that a pointer goes before it marks dates, and does not only press. */
const leastDrag = 6;

interface BrushInput {
  /** Null: there is nothing to mark. */
  readonly axis: TimeAxis | null;
  readonly steps: readonly number[];
  /** Place of the step that the cross-hair stands on. */
  readonly step: number | null;
  /** Shows these dates only. */
  readonly onNarrow: (span: DaySpan) => void;
}

export interface Brush {
  /** The dates that are marked, first and last; null: none. */
  readonly marked: DaySpan | null;
  /** Whether they are marked by keys, and so wait for Enter. */
  readonly waits: boolean;
  /** Whether the key was for the marking; `next` is the step that it leads to. */
  readonly hear: (event: KeyboardEvent, next: number | null) => boolean;
  /** Whether the click was for the marking: the end of a drag, or with Shift the other end of what begins at the cross-hair. */
  readonly hearClick: (event: MouseEvent<HTMLElement>) => boolean;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onBlur: () => void;
  };
}

/** Marks dates on the time axis: by dragging, from the cross-hair on by a click with Shift, or with Shift and arrows, and Enter. */
export function useAxisBrush({ axis, steps, step, onNarrow }: BrushInput): Brush {
  const [byDrag, setByDrag] = useState<DaySpan | null>(null);
  const [start, setStart] = useState<number | null>(null);
  /** Where the pointer was pressed; null: it is not, or what it began was given up. */
  const pressed = useRef<number | null>(null);
  /** Whether the click that ends the press is no click. */
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

/** Pixels from the left of the plot, within it. */
function placeOf({ clientX, currentTarget }: MouseEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(width, Math.max(0, clientX - left));
}

/** At either end of the plot there is room that stands for no dates. */
function momentAt({ at, from, to }: TimeAxis, x: number): number {
  return Math.min(to - 1, Math.max(from, at(x)));
}

function between(one: number, other: number): DaySpan {
  return { first: dayOf(Math.min(one, other)), last: dayOf(Math.max(one, other)) };
}
