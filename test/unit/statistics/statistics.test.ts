import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exactInterval } from '../../../src/shared/statistics/exact-interval.ts';
import { atRisk, kaplanMeier } from '../../../src/shared/statistics/kaplan-meier.ts';

interface RCurve {
  readonly time: readonly number[];
  readonly event: readonly number[];
  /** Of the times with an event. */
  readonly at: readonly number[];
  readonly risk: readonly number[];
  readonly share: readonly number[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  /** With its interval. */
  readonly median: readonly (number | null)[];
}

const curves = tableIn('survival-curves.json') as readonly RCurve[];
const intervals = tableIn('exact-intervals.json') as readonly (readonly [successes: number, of: number, low: number, high: number])[];

function tableIn(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** Both tables were made by R 4.2.2 (`binom.test`; `survfit` of survival 3.5-3 with `conf.type = "log-log"`) at 15 digits. */
const near = 1e-9;

function expectNear(ours: number | null, theirs: number | null, what: string): void {
  if (ours === null || theirs === null) expect(ours, what).toBe(theirs);
  else expect(Math.abs(ours - theirs), `${what}: ${String(ours)} for ${String(theirs)}`).toBeLessThan(near);
}

describe('the exact interval of a share', () => {
  test('equals that of R for 64 pairs of successes and sizes', () => {
    expect(intervals.length).toBeGreaterThan(50);
    for (const [successes, of, low, high] of intervals) {
      const interval = exactInterval(successes, of);
      expectNear(interval?.low ?? null, low, `${String(successes)} of ${String(of)}, low`);
      expectNear(interval?.high ?? null, high, `${String(successes)} of ${String(of)}, high`);
    }
  });

  test('is null for nobody', () => {
    expect(exactInterval(0, 0)).toBeNull();
  });
});

describe('the Kaplan-Meier estimate', () => {
  test('equals that of R on 100 random data sets: shares, numbers at risk, intervals and medians', () => {
    expect(curves).toHaveLength(100);
    for (const [place, { time, event, at, risk, share, low, high, median }] of curves.entries()) {
      const curve = kaplanMeier(time.map((one, index) => ({ time: one, isEvent: event[index] === 1 })));
      expect(
        curve.steps.map((step) => [step.time, step.atRisk]),
        `set ${String(place)}`,
      ).toEqual(at.map((one, index) => [one, risk[index]]));
      for (const [index, step] of curve.steps.entries()) {
        const what = `set ${String(place)}, step ${String(index)}`;
        expectNear(step.share, share[index] ?? null, `${what}, share`);
        expectNear(step.low, low[index] ?? null, `${what}, low`);
        expectNear(step.high, high[index] ?? null, `${what}, high`);
      }
      const ours = [curve.median.at, curve.median.low, curve.median.high];
      for (const [index, one] of ours.entries()) expectNear(one, median[index] ?? null, `set ${String(place)}, median ${String(index)}`);
    }
  });

  test('has no step and no median for nobody, or without an event', () => {
    expect(kaplanMeier([])).toMatchObject({ steps: [], followed: 0, events: 0, median: { at: null } });
    expect(kaplanMeier([{ time: 3, isEvent: false }])).toMatchObject({ steps: [], censored: [3], median: { at: null } });
  });

  test('counts those censored at a time as at risk then', () => {
    const followed = [
      { time: 5, isEvent: true },
      { time: 5, isEvent: false },
      { time: 7, isEvent: false },
    ];
    expect(kaplanMeier(followed).steps).toMatchObject([{ time: 5, atRisk: 3, events: 1 }]);
    expect(atRisk(followed, [0, 5, 6, 8])).toEqual([3, 3, 1, 0]);
  });
});
