import { millisecondsOfDay } from '../../../shared/day.ts';
import { dayOf } from './days.ts';

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
