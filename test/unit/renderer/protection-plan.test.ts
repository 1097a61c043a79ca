import { describe, expect, test } from 'vitest';
import { lockChoices } from '../../../src/renderer/places/settings/setting-choices.ts';
import { protectionOf, wordsOf, type ProtectionPlan } from '../../../src/renderer/places/settings/protection-plan.ts';
import type { SecurityState } from '../../../src/shared/calls/security.ts';
import { defaultSecurity } from '../../../src/shared/security.ts';

const store = { available: true, backend: 'gnome_libsecret' };
const withPassphrase: SecurityState = { ...defaultSecurity, passphrase: true, keyStore: 'off', store, canHide: false, left: 0 };
const withStore: SecurityState = { ...defaultSecurity, passphrase: false, keyStore: 'always', store, canHide: false, left: 0 };
const given = { current: 'until now', typed: 'from now on', studies: false };

describe('a change of the protection', () => {
  test.each([
    [{ kind: 'passphrase' }, withPassphrase, { current: 'until now', passphrase: 'from now on', keyStore: 'off', studies: false }],
    [{ kind: 'passphrase' }, withStore, { current: null, passphrase: 'from now on', keyStore: 'always', studies: false }],
    [{ kind: 'remove-passphrase' }, withPassphrase, { current: 'until now', passphrase: null, keyStore: 'always', studies: false }],
    [
      { kind: 'key-store', use: 'session' },
      withPassphrase,
      { current: 'until now', passphrase: 'until now', keyStore: 'session', studies: false },
    ],
    [{ kind: 'keys' }, withPassphrase, { current: 'until now', passphrase: 'until now', keyStore: 'off', studies: true }],
    [{ kind: 'keys' }, withStore, { current: null, passphrase: null, keyStore: 'always', studies: true }],
  ] as const)('%o', (plan: ProtectionPlan, state, expected) => {
    expect(protectionOf(plan, state, given)).toEqual(expected);
    expect(wordsOf(plan, state).does).not.toBe('');
  });

  test('always offers the current lock time', () => {
    expect(lockChoices(15)).toEqual([1, 2, 5, 10, 15, 20, 30, 45, 60]);
    expect(lockChoices(7)).toEqual([1, 2, 5, 7, 10, 15, 20, 30, 45, 60]);
  });
});
