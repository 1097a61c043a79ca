import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { Box, Drawing, Mark } from './figure.ts';
import { markAt, markNear, step, subjectsBetween, subjectsWithin, type MarkAt, type Point } from './find-mark.ts';

/** Minimum pointer movement of a drag, in pixels. */
const leastDrag = 5;
const nobody: ReadonlySet<string> = new Set();

interface Walk {
  /** The mark reached by keyboard or last click; null while the chart is not focused. */
  readonly current: Mark | null;
  readonly pointed: Mark | null;
  readonly picked: ReadonlySet<string>;
  /** The selection box while dragging. */
  readonly brush: Box | null;
  readonly clear: () => void;
  readonly handlers: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/**
 * Interaction with a drawing. Keyboard: arrows move between marks, Shift with arrows selects the subjects from the starting mark, Space
 * toggles one, Enter opens, Escape clears the selection. Pointer: a click opens, Shift with a click toggles, dragging selects everything
 * it touches.
 */
export function useChartWalk(drawing: Drawing, onOpen: (mark: Mark) => void): Walk {
  const [at, setAt] = useState<MarkAt | null>(null);
  const [focused, setFocused] = useState(false);
  const [pointedAt, setPointedAt] = useState<MarkAt | null>(null);
  const [picked, setPicked] = useState(nobody);
  const [drag, setDrag] = useState<{ readonly from: Point; readonly to: Point } | null>(null);
  const anchor = useRef<MarkAt | null>(null);
  const dragged = useRef(false);
  const box = useRef<HTMLDivElement | null>(null);
  const { rows, brush } = drawing;
  const current = focused ? markAt(rows, at) : null;
  useEffect(() => {
    if (current !== null && box.current !== null) keepInView(box.current, current.box);
  }, [current]);
  const toggle = ({ subject }: Mark): void => {
    if (subject === null || brush === null) return;
    setPicked((before) => (before.has(subject) ? new Set([...before].filter((one) => one !== subject)) : new Set(before).add(subject)));
  };
  const walkTo = (next: MarkAt, picking: boolean): void => {
    if (picking && brush !== null) {
      anchor.current ??= at ?? next;
      setPicked(subjectsBetween(rows, anchor.current, next));
    } else anchor.current = null;
    setAt(next);
    setPointedAt(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = step(rows, at, event.key);
    if (next !== null) walkTo(next, event.shiftKey);
    else if (event.key === 'Enter' && current !== null) onOpen(current);
    else if (event.key === ' ' && current !== null) toggle(current);
    else if (event.key === 'Escape' && picked.size > 0) setPicked(nobody);
    else if (event.key === 'Escape' && at !== null) setAt(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    current,
    pointed: markAt(rows, pointedAt),
    picked,
    brush: drag === null || brush === null ? null : brushOf(drag.from, drag.to, brush, drawing),
    clear: () => {
      setPicked(nobody);
      box.current?.focus();
    },
    handlers: {
      ref: box,
      onKeyDown,
      onPointerDown: (event) => {
        dragged.current = false;
        if (event.button !== 0 || brush === null) return;
        const point = pointIn(event);
        setDrag({ from: point, to: point });
      },
      onPointerMove: (event) => {
        const point = pointIn(event);
        // The button may have been released outside the chart.
        if (drag !== null && event.buttons === 0) setDrag(null);
        if (drag === null || event.buttons === 0) {
          const near = markNear(rows, point);
          setPointedAt((before) => (before?.row === near?.row && before?.column === near?.column ? before : near));
          return;
        }
        if (!dragged.current && Math.hypot(point.x - drag.from.x, point.y - drag.from.y) < leastDrag) return;
        if (!dragged.current) event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = true;
        setDrag({ ...drag, to: point });
      },
      onPointerUp: () => {
        if (drag !== null && dragged.current && brush !== null)
          setPicked(subjectsWithin(rows, brushOf(drag.from, drag.to, 'xy', drawing), brush));
        setDrag(null);
      },
      onPointerCancel: () => {
        setDrag(null);
      },
      onPointerLeave: () => {
        setPointedAt(null);
      },
      onClick: (event) => {
        if (dragged.current) return;
        const near = markNear(rows, pointIn(event));
        const mark = markAt(rows, near);
        if (near === null || mark === null) return;
        setAt(near);
        if (event.shiftKey) toggle(mark);
        else onOpen(mark);
      },
      onFocus: () => {
        setFocused(true);
      },
      onBlur: () => {
        setFocused(false);
      },
    },
  };
}

/** Pointer position in the drawing, including the scroll offset. */
function pointIn({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Point {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left + currentTarget.scrollLeft, y: clientY - top + currentTarget.scrollTop };
}

function brushOf(from: Point, to: Point, brush: 'x' | 'y' | 'xy', { height }: Drawing): Box {
  const span = (one: number, other: number): readonly [number, number] => [Math.min(one, other), Math.abs(one - other)];
  const [x, width] = span(from.x, to.x);
  const [y, tall] = span(from.y, to.y);
  if (brush === 'x') return { x, width, y: 0, height };
  return brush === 'y' ? { x: 0, width: 100_000, y, height: tall } : { x, width, y, height: tall };
}

function keepInView(box: HTMLElement, { y, height }: Box): void {
  const room = 8;
  if (y - room < box.scrollTop) box.scrollTop = y - room;
  else if (y + height + room > box.scrollTop + box.clientHeight) box.scrollTop = y + height + room - box.clientHeight;
}
