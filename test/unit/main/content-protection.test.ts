import { expect, test } from 'vitest';
import { canHideFromCapture, contentProtection } from '../../../src/main/window/content-protection.ts';
import { defaultSecurity, isWeaker } from '../../../src/shared/security.ts';

test.each(['darwin', 'win32'] as const)('on %s the window is hidden from screen captures exactly when the setting says so', (platform) => {
  expect(canHideFromCapture(platform)).toBe(true);
  expect(contentProtection(platform, true)).toBe(true);
  // False is passed on as well: the setting can be switched off while the window is open.
  expect(contentProtection(platform, false)).toBe(false);
});

test.each(['linux', 'freebsd', 'openbsd', 'sunos', 'aix'] as const)('on %s content protection is never set', (platform) => {
  expect(canHideFromCapture(platform)).toBe(false);
  for (const hide of [true, false]) expect(contentProtection(platform, hide)).toBeNull();
});

test('hiding from screen captures is off by default, and switching it off again counts as weaker', () => {
  expect(defaultSecurity.hideFromCapture).toBe(false);
  const hidden = { ...defaultSecurity, hideFromCapture: true };
  expect(isWeaker(defaultSecurity, hidden)).toBe(false);
  expect(isWeaker(hidden, defaultSecurity)).toBe(true);
});
