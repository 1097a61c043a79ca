import { expect, test } from 'vitest';
import { sayKnownClock } from '../../../src/core/sync/known-clock.ts';
import type { Proof } from '../../../src/shared/status.ts';

const at = '2026-11-20T12:00:00.000Z';
const now = Date.parse(at);
const day = 86_400_000;
const shown = (clockOffsetSeconds: number | null, asOf: string | null = at) => ({ asOf, proof: { clockOffsetSeconds } as Proof });

test.each([
  ['nothing is known', [], now, null],
  ['nothing was mirrored', [shown(null, null)], now, null],
  ['the clocks agreed', [shown(0)], now + day, null],
  ['the service reported no time', [shown(null)], now + day, null],
  ['it is a minute before that time', [shown(0)], now - 60_000, null],
  ['it is two minutes before that time', [shown(0)], now - 120_000, null],
  [
    'it is more than two minutes before that time',
    [shown(0)],
    now - 120_001,
    `That clock is behind: when this study was last mirrored, the service's clock already said ${at}.`,
  ],
  [
    'it is before that time',
    [shown(0)],
    now - day,
    `That clock is behind: when this study was last mirrored, the service's clock already said ${at}.`,
  ],
  [
    'it was ahead',
    [shown(-400 * 86_400)],
    now + day,
    "That clock may be wrong: when this study was last mirrored, it was 400 days ahead of the service's.",
  ],
  [
    'it was behind',
    [shown(600)],
    now + day,
    "That clock may be wrong: when this study was last mirrored, it was 10 minutes behind the service's.",
  ],
  ['the newest copy counts', [shown(600, '2026-11-01T00:00:00.000Z'), shown(0)], now + day, null],
])('%s', (_what, datasets, moment, says) => {
  expect(sayKnownClock(datasets, moment)).toBe(says);
});
