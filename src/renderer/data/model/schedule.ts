import type { Preferences } from '../../../shared/contract.ts';

/** State of the sync schedule in this window. Times are in milliseconds since the epoch. */
export interface ScheduleState {
  readonly openedAt: number;
  /** Whether "on start" was set when the window was opened. Setting it later affects the next start. */
  readonly onStart: boolean;
  /** When a sync of all studies last began or ended, whatever its outcome; null if none did since the window was opened. */
  readonly lastAt: number | null;
  /** Whether the current or last sync was started by the schedule. */
  readonly byItself: boolean;
}

export type Pause = 'locked' | 'running' | 'no service' | 'offline' | 'no studies';

interface Schedule extends Pick<ScheduleState, 'openedAt' | 'onStart' | 'lastAt'> {
  readonly everyMinutes: Preferences['sync']['everyMinutes'];
  readonly paused: Pause | null;
}

/**
 * When the next scheduled sync starts. A time in the past means now; null means that none is planned or the schedule is paused. All syncs
 * missed while the computer slept are made up for by a single one.
 */
export function nextSyncAt({ openedAt, onStart, lastAt, everyMinutes, paused }: Schedule, now: number): number | null {
  if (paused !== null) return null;
  if (onStart && lastAt === null) return openedAt;
  if (everyMinutes === null) return null;
  const last = lastAt ?? openedAt;
  // The clock was set back, so the time since the last sync is unknown.
  return last > now ? now : last + everyMinutes * 60_000;
}
