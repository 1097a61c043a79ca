import { expect, test } from 'vitest';
import { CertificateDates } from '../../../src/core/client/request-errors.ts';
import { sayKnownClock, withKnownClock } from '../../../src/core/sync/known-clock.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { Proof } from '../../../src/shared/status.ts';
import { labPage, mirror, newTrial } from '../store/trial-study.ts';

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

test('only an error about the dates of a certificate says what is known of the clock', async () => {
  const study = newTrial();
  const [dates, other] = [new CertificateDates('CERT_HAS_EXPIRED', 'service x', null, null), new AppError('NETWORK', 'No answer.')];
  expect(withKnownClock(study, dates)).toBe(dates);
  await mirror(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
  study.db.exec("UPDATE state SET as_of = '9999-01-01T00:00:00.000Z' WHERE dataset = 'labs'");
  expect(withKnownClock(study, dates).message).toContain("That clock is behind: when this study was last mirrored, the service's clock");
  expect(withKnownClock(study, other)).toBe(other);
});
