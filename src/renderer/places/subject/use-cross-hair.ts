import { useState } from 'react';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { stepsWith } from './cross-hair.ts';
import { dayOf } from './days.ts';
import type { TimeAxis } from './time-axis.ts';

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
