import { z } from 'zod';
import type { Model } from './model.ts';
import type { ScheduleState } from './schedule.ts';

const name = 'schedule';
const keptSchema = z.object({ openedAt: z.number(), onStart: z.boolean(), lastAt: z.number().nullable() });
type Kept = z.infer<typeof keptSchema>;

/** What was kept when the page was renewed, which each lock does; null in a window that was just opened. */
function readKept(storage: Pick<Storage, 'getItem'>): Kept | null {
  try {
    return keptSchema
      .nullable()
      .catch(null)
      .parse(JSON.parse(storage.getItem(name) ?? 'null'));
  } catch {
    return null;
  }
}

/** Lets the schedule outlive the page, but not the window: moments only, no study and no value. */
export function keepSchedule({ schedule }: Pick<Model, 'schedule'>, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  const kept = readKept(storage);
  if (kept !== null) schedule.update((fresh) => ({ ...fresh, ...kept }));
  const write = (): void => {
    const { openedAt, onStart, lastAt }: ScheduleState = schedule.get();
    storage.setItem(name, JSON.stringify({ openedAt, onStart, lastAt } satisfies Kept));
  };
  write();
  schedule.subscribe(write);
}
