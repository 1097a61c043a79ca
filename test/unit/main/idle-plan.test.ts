import { describe, expect, test } from 'vitest';
import { planIdle, secondsBetween } from '../../../src/main/shell/idle-plan.ts';
import { defaultSecurity, isWeaker } from '../../../src/shared/security.ts';

describe('an idle window', () => {
  test.each([
    [0, 15, { step: 'none' }],
    [839, 15, { step: 'none' }],
    [840, 15, { step: 'warn', seconds: 60 }],
    [899.2, 15, { step: 'warn', seconds: 1 }],
    [900, 15, { step: 'lock' }],
    [1, 1, { step: 'warn', seconds: 59 }],
    [60, 1, { step: 'lock' }],
    [3599, 60, { step: 'warn', seconds: 1 }],
  ])('after %d s of %d min: %o', (idle, limit, due) => {
    expect(planIdle(idle, limit)).toEqual(due);
  });

  test.each([
    ['both clocks advance', { steady: 5000, wall: 5000 }, 5],
    ['the computer slept: only the wall clock advanced', { steady: 1000, wall: 3_600_000 }, 3600],
    ['the wall clock was set back', { steady: 5000, wall: -3_600_000 }, 5],
    ['neither clock advances', { steady: 0, wall: 0 }, 0],
  ])('%s', (_what, to, seconds) => {
    expect(secondsBetween({ steady: 0, wall: 0 }, to)).toBe(seconds);
  });
});

test.each([
  [{ lockAfterMinutes: 5 }, false],
  [{ lockAfterMinutes: 16 }, true],
  [{ lockWithComputer: false }, true],
  [{ askBeforeExport: true }, false],
  [{ askBeforeExport: true, lockAfterMinutes: 60 }, true],
])('%o is weaker than the defaults: %s', (change, weaker) => {
  expect(isWeaker(defaultSecurity, { ...defaultSecurity, ...change })).toBe(weaker);
});

test('no longer asking before an export is weaker', () => {
  expect(isWeaker({ ...defaultSecurity, askBeforeExport: true }, defaultSecurity)).toBe(true);
});
