import { expect, test } from 'vitest';
import { sayLast, sayMade, sayRestoredVault } from '../../../src/renderer/places/settings/backup-words.ts';

const broken = 'Entry 2 of the audit trail was changed.';
const damaged = { study: '22-001', code: 'CORRUPT', message: 'It is damaged.' } as const;

test('a backup is said to hold the audit trail only if it does', () => {
  expect(sayMade({ studies: 2, leftOut: [], trailLeftOut: null })).toBe('It contains 2 studies, your settings and the audit trail.');
  expect(sayMade({ studies: 1, leftOut: [], trailLeftOut: broken })).toBe(
    `It contains 1 study and your settings. Not in it: the audit trail (${broken})`,
  );
  expect(sayMade({ studies: 1, leftOut: [damaged], trailLeftOut: broken })).toBe(
    `It contains 1 study and your settings. Not in it: 22-001 (It is damaged.) the audit trail (${broken})`,
  );
  const last = {
    at: '2026-11-25T10:00:00.000Z',
    file: 'x.carrelbackup',
    bytes: 1,
    afterSync: false,
    leftOut: ['22-001', 'the audit trail'],
  };
  expect(sayLast({ last })).toMatch(/ Not in it: 22-001, the audit trail\.$/);
});

test('a restore does not say that an audit trail was here already if it was refused', () => {
  expect(sayRestoredVault({ settings: 0, trail: 0, trailLeftOut: null })).toBe('Settings and audit trail were already here.');
  expect(sayRestoredVault({ settings: 0, trail: 0, trailLeftOut: broken })).toBe('Settings were already here.');
  expect(sayRestoredVault({ settings: 2, trail: 0, trailLeftOut: broken })).toBe('2 settings added.');
});
