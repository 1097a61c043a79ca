import type { Preferences } from '../../../shared/contract.ts';
import type { Model, ScheduleState } from './model.ts';
import { maySync } from './network-state.ts';

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

/** Why no sync may start now; null if one may. */
export function pauseOf({ app, studies, sync, network }: Pick<Model, 'app' | 'studies' | 'sync' | 'network'>): Pause | null {
  const { phase, connection } = app.get();
  if (phase !== 'ready') return 'locked';
  if (sync.get().size > 0) return 'running';
  if (connection === null) return 'no service';
  if (!maySync(network.get(), connection.demo)) return 'offline';
  return (studies.get().cards ?? []).length === 0 ? 'no studies' : null;
}

/** `nextSyncAt` for the window's current state. */
export function nextSyncOf(model: Model, now: number): number | null {
  const { everyMinutes } = model.preferences.get().sync;
  return nextSyncAt({ ...model.schedule.get(), everyMinutes, paused: pauseOf(model) }, now);
}

/** Name in the storage. */
const storedName = 'schedule';
type StoredSchedule = Pick<ScheduleState, 'openedAt' | 'onStart' | 'lastAt'>;

/** The schedule stored before the page was reloaded, which happens at each lock; null in a new window. */
function readStored(storage: Pick<Storage, 'getItem'>): StoredSchedule | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storedName) ?? 'null');
    return isStored(kept) ? { openedAt: kept.openedAt, onStart: kept.onStart, lastAt: kept.lastAt } : null;
  } catch {
    return null;
  }
}

function isStored(value: unknown): value is StoredSchedule {
  if (typeof value !== 'object' || value === null || !('openedAt' in value && 'onStart' in value && 'lastAt' in value)) return false;
  const { openedAt, onStart, lastAt } = value;
  return typeof openedAt === 'number' && typeof onStart === 'boolean' && (lastAt === null || typeof lastAt === 'number');
}

/** Keeps the schedule when the page is reloaded, until the window closes. Stores times and "on start", but no study and no value. */
export function keepSchedule({ schedule }: Pick<Model, 'schedule'>, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  const kept = readStored(storage);
  if (kept !== null) schedule.update((fresh) => ({ ...fresh, ...kept }));
  const write = (): void => {
    const { openedAt, onStart, lastAt }: ScheduleState = schedule.get();
    storage.setItem(storedName, JSON.stringify({ openedAt, onStart, lastAt } satisfies StoredSchedule));
  };
  write();
  schedule.subscribe(write);
}
