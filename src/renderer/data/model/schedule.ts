import type { Preferences } from '../../../shared/contract.ts';

/** What the schedule remembers of this window; moments are milliseconds of the clock. */
export interface ScheduleState {
  readonly openedAt: number;
  /** "On start" was chosen when the window was opened: choosing it later is for the next time. */
  readonly onStart: boolean;
  /** When a sync of all studies last began or ended, whatever came of it; null: not since the window was opened. */
  readonly lastAt: number | null;
  /** The run that is on, or was last, was started by the schedule. */
  readonly byItself: boolean;
}

export type Pause = 'locked' | 'running' | 'no service' | 'offline' | 'no studies';

interface Schedule extends Pick<ScheduleState, 'openedAt' | 'onStart' | 'lastAt'> {
  readonly everyMinutes: Preferences['sync']['everyMinutes'];
  readonly paused: Pause | null;
}

/**
 * When the window syncs next of its own accord; a moment that has passed means now, null that nothing is planned or it is paused.
 * However many turns were missed while the computer slept, the one that is due is the next.
 */
export function nextSyncAt({ openedAt, onStart, lastAt, everyMinutes, paused }: Schedule, now: number): number | null {
  if (paused !== null) return null;
  if (onStart && lastAt === null) return openedAt;
  if (everyMinutes === null) return null;
  const last = lastAt ?? openedAt;
  // The clock was set back: nobody knows how long ago that was.
  return last > now ? now : last + everyMinutes * 60_000;
}
