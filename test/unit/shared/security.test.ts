import { expect, test } from 'vitest';
import { securitySchema } from '../../../src/shared/security-schema.ts';
import { defaultSecurity, isWeaker } from '../../../src/shared/security.ts';

const strict = { lockAfterMinutes: 5, lockWithComputer: true, askBeforeExport: true, hideFromCapture: true };

test.each([
  ['nothing', {}, false],
  ['an earlier lock', { lockAfterMinutes: 4 }, false],
  ['a later lock', { lockAfterMinutes: 6 }, true],
  ['no lock with the computer', { lockWithComputer: false }, true],
  ['no passphrase before an export', { askBeforeExport: false }, true],
  ['a window that can be captured', { hideFromCapture: false }, true],
])('a change to %s is weaker: %s', (_what, change, weaker) => {
  expect(isWeaker(strict, { ...strict, ...change })).toBe(weaker);
});

test('without a choice Carrel locks after fifteen minutes and with the computer', () => {
  expect(defaultSecurity).toEqual({ lockAfterMinutes: 15, lockWithComputer: true, askBeforeExport: false, hideFromCapture: false });
});

test('turning something on is not weaker', () => {
  const open = { lockAfterMinutes: 5, lockWithComputer: false, askBeforeExport: false, hideFromCapture: false };
  expect([isWeaker(open, strict), isWeaker(open, open)]).toEqual([false, false]);
});

test.each([
  [1, true],
  [60, true],
  [0, false],
  [61, false],
  [1.5, false],
])('a lock after %d minutes can be set: %s', (lockAfterMinutes, can) => {
  expect(securitySchema.safeParse({ ...defaultSecurity, lockAfterMinutes }).success).toBe(can);
});
