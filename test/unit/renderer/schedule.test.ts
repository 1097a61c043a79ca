import { describe, expect, test } from 'vitest';
import { nextSyncAt } from '../../../src/renderer/data/model/schedule.ts';
import { ageChoices, everyChoices } from '../../../src/renderer/places/settings/setting-choices.ts';

const opened = Date.UTC(2026, 4, 14, 8, 0);
const minute = 60_000;

/** Minutes from opening the window until the next sync is due; null if none is. */
function due(
  { lastAt = null, ...more }: { onStart?: boolean; lastAt?: number | null; everyMinutes?: number | null; paused?: 'offline' | null },
  now: number,
): number | null {
  const schedule = { openedAt: opened, onStart: false, everyMinutes: null, paused: null, ...more };
  const at = nextSyncAt({ ...schedule, lastAt: lastAt === null ? null : opened + lastAt * minute }, opened + now * minute);
  return at === null ? null : (at - opened) / minute;
}

describe('the next sync', () => {
  test.each([
    ['off: none', due({}, 600), null],
    ['on start: at once', due({ onStart: true }, 0), 0],
    ['on start without a network: none', due({ onStart: true, paused: 'offline' }, 0), null],
    ['on start, with the network available later: at once', due({ onStart: true }, 9), 0],
    ['on start, done: none', due({ onStart: true, lastAt: 1 }, 600), null],
    ['on start and a schedule, done: an interval later', due({ onStart: true, lastAt: 1, everyMinutes: 30 }, 2), 31],
    ['a schedule: an interval after the opening', due({ everyMinutes: 30 }, 1), 30],
    ['after a sync ended with any outcome: an interval later', due({ lastAt: 31, everyMinutes: 30 }, 31), 61],
    ['asleep over several intervals: only the one that is due', due({ lastAt: 31, everyMinutes: 30 }, 600), 61],
    ['awake and done: an interval after that sync', due({ lastAt: 600, everyMinutes: 30 }, 601), 630],
    ['a clock that was set back: now', due({ lastAt: 500, everyMinutes: 30 }, 100), 100],
    ['paused: none', due({ everyMinutes: 30, paused: 'offline' }, 600), null],
  ])('%s', (_, at, expected) => {
    expect(at).toBe(expected);
  });
});

describe('choices of an interval or age', () => {
  test('include an unusual length in its place among the usual ones', () => {
    expect(everyChoices(45).map(({ length }) => length)).toEqual([null, 15, 30, 45, 60, 240, 720]);
    expect(everyChoices(1440).at(-1)).toEqual({ length: 1440, label: 'Every 1440 minutes' });
    expect(ageChoices(8760).map(({ length }) => length)).toEqual([24, 72, 168, 336, 720, 8760, null]);
    expect(ageChoices(1)[0]).toEqual({ length: 1, label: 'An hour' });
  });

  test('are unchanged by a usual length and by “never”', () => {
    expect([everyChoices(null).length, everyChoices(15).length, ageChoices(null).length]).toEqual([6, 6, 6]);
  });
});
