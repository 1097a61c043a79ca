import { useState } from 'react';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { dayOf } from './days.ts';
import type { TimeAxis } from './time-axis.ts';

/** The days that have something drawn, first to last, each at the first moment of its marks: where the cross-hair can stand. */
export function stepsOf(moments: readonly number[]): readonly number[] {
  const days = new Map<number, number>();
  for (const at of moments) days.set(dayOf(at), Math.min(at, days.get(dayOf(at)) ?? at));
  return [...days.values()].sort((left, right) => left - right);
}

/** The steps with one more day, on which the cross-hair stays though nothing may be drawn there: when other tests are chosen. */
export function stepsWith(steps: readonly number[], day: number): readonly number[] {
  if (steps.some((at) => dayOf(at) === day)) return steps;
  return [...steps, day * millisecondsOfDay].sort((left, right) => left - right);
}

/** The place of the step that is drawn nearest to `x`; null where there is none. */
export function nearestStep(steps: readonly number[], x: number, place: (at: number) => number): number | null {
  let nearest: number | null = null;
  steps.forEach((at, index) => {
    const best = nearest === null ? Number.POSITIVE_INFINITY : Math.abs(place(steps[nearest] ?? 0) - x);
    if (Math.abs(place(at) - x) < best) nearest = index;
  });
  return nearest;
}

/** The mark nearest in time, of equally near ones the earlier; the last one without a moment. Null where there is none. */
export function nearestTo<P extends { readonly at: number }>(points: readonly P[], at: number | null): P | null {
  if (at === null) return points.at(-1) ?? null;
  let nearest: P | null = null;
  for (const point of points) if (nearest === null || Math.abs(point.at - at) < Math.abs(nearest.at - at)) nearest = point;
  return nearest;
}

/** Whether a mark stands on another day than the cross-hair, so that its day must be said. */
export function isElsewhere(at: number, crossHair: number): boolean {
  return Math.floor(at / millisecondsOfDay) !== Math.floor(crossHair / millisecondsOfDay);
}

/** The step that a key leads to from the one that is set; null: the key means nothing here. From none, forward begins at the first. */
export function stepBy(key: string, from: number | null, count: number): number | null {
  const last = count - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: from === null ? 0 : from + 1,
    ArrowUp: from === null ? 0 : from + 1,
    ArrowLeft: from === null ? last : from - 1,
    ArrowDown: from === null ? last : from - 1,
    PageDown: (from ?? 0) + 5,
    PageUp: (from ?? last) - 5,
    Home: 0,
    End: last,
  };
  const next = moves[key];
  return next === undefined || count === 0 ? null : Math.min(last, Math.max(0, next));
}

export interface CrossHair {
  /** Where it can stand: the days that have something drawn, and that to which it is pinned. */
  readonly steps: readonly number[];
  /** Place of the step to which it is pinned; null: to none. */
  readonly pinned: number | null;
  /** Place of the step that it stands on: the pointer's, else that to which it is pinned. */
  readonly step: number | null;
  readonly pin: (step: number | null) => void;
  readonly hover: (step: number | null) => void;
}

/** The cross-hair of a time line. It keeps days, not moments: other tests that are chosen have others. `drawn`: moments, a day each. */
export function useCrossHair(drawn: readonly number[], axis: TimeAxis | null): CrossHair {
  const [pinnedDay, setPinnedDay] = useState<number | null>(null);
  const [hoveredDay, setHoveredDay] = useState<number | null>(null);
  const isOnAxis =
    pinnedDay !== null && axis !== null && pinnedDay * millisecondsOfDay >= axis.from && pinnedDay * millisecondsOfDay < axis.to;
  const steps = isOnAxis ? stepsWith(drawn, pinnedDay) : drawn;
  const pinned = stepOn(steps, pinnedDay);
  const dayAt = (step: number | null): number | null => {
    const at = step === null ? undefined : steps[step];
    return at === undefined ? null : dayOf(at);
  };
  return {
    steps,
    pinned,
    step: stepOn(steps, hoveredDay) ?? pinned,
    pin: (step) => {
      setPinnedDay(dayAt(step));
    },
    hover: (step) => {
      setHoveredDay(dayAt(step));
    },
  };
}

/** The place of the step on that day; null where there is none. */
function stepOn(steps: readonly number[], day: number | null): number | null {
  const place = steps.findIndex((at) => dayOf(at) === day);
  return place < 0 ? null : place;
}
