import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { nearestStep } from './cross-hair.ts';
import { dayOf } from './days.ts';
import type { DaySpan } from './shown-dates.ts';
import type { TimeAxis } from './time-axis.ts';

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
