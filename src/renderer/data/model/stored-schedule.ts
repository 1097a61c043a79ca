import type { Model } from './model.ts';
import type { ScheduleState } from './schedule.ts';

const name = 'schedule';
type StoredSchedule = Pick<ScheduleState, 'openedAt' | 'onStart' | 'lastAt'>;

/** The schedule stored before the page was reloaded, which happens at each lock; null in a new window. */
function readStored(storage: Pick<Storage, 'getItem'>): StoredSchedule | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(name) ?? 'null');
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
    storage.setItem(name, JSON.stringify({ openedAt, onStart, lastAt } satisfies StoredSchedule));
  };
  write();
  schedule.subscribe(write);
}
