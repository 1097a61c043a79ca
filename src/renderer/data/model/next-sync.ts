import type { Model } from './model.ts';
import { maySync } from './network-state.ts';
import { nextSyncAt, type Pause } from './schedule.ts';

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
