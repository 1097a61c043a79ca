import { useState } from 'react';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { dayOf } from './days.ts';
import type { TimeAxis } from './time-axis.ts';

/** The positions of the cross-hair: each day with a mark, in order, at the time of its first mark. */
export function stepsOf(moments: readonly number[]): readonly number[] {
  const days = new Map<number, number>();
  for (const at of moments) days.set(dayOf(at), Math.min(at, days.get(dayOf(at)) ?? at));
  return [...days.values()].sort((left, right) => left - right);
}

/** The steps including a pinned day, so that the cross-hair stays there even if other tests are chosen that have no mark on it. */
export function stepsWith(steps: readonly number[], day: number): readonly number[] {
  if (steps.some((at) => dayOf(at) === day)) return steps;
  return [...steps, day * millisecondsOfDay].sort((left, right) => left - right);
}

/** Index of the step drawn nearest to `x`; null if there are no steps. */
export function nearestStep(steps: readonly number[], x: number, place: (at: number) => number): number | null {
  let nearest: number | null = null;
  steps.forEach((at, index) => {
    const best = nearest === null ? Number.POSITIVE_INFINITY : Math.abs(place(steps[nearest] ?? 0) - x);
    if (Math.abs(place(at) - x) < best) nearest = index;
  });
  return nearest;
}

/** The mark nearest in time, the first of equally near ones. If `at` is null, the last mark. Null if there are no marks. */
export function nearestTo<P extends { readonly at: number }>(points: readonly P[], at: number | null): P | null {
  if (at === null) return points.at(-1) ?? null;
  let nearest: P | null = null;
  for (const point of points) if (nearest === null || Math.abs(point.at - at) < Math.abs(nearest.at - at)) nearest = point;
  return nearest;
}

/** Whether a mark is on another day than the cross-hair, so that its day must be shown. */
export function isElsewhere(at: number, crossHair: number): boolean {
  return Math.floor(at / millisecondsOfDay) !== Math.floor(crossHair / millisecondsOfDay);
}

/** The step that a key leads to; null if the key does not move the cross-hair. Without a current step, forward starts at the first. */
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
  /** Its possible positions: the days with marks, and the pinned day. */
  readonly steps: readonly number[];
  /** Index of the pinned step; null if none is pinned. */
  readonly pinned: number | null;
  /** Index of the current step: that under the pointer, else the pinned one. */
  readonly step: number | null;
  readonly pin: (step: number | null) => void;
  readonly hover: (step: number | null) => void;
}

/** The cross-hair of a timeline. It stores days, because times change with the chosen tests. `drawn`: one time per day. */
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

/** Index of the step on a day; null if there is none. */
function stepOn(steps: readonly number[], day: number | null): number | null {
  const place = steps.findIndex((at) => dayOf(at) === day);
  return place < 0 ? null : place;
}
