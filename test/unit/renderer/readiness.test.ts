import { describe, expect, test } from 'vitest';
import { judgeReadiness, type ReadinessFacts, reportText } from '../../../src/renderer/tasks/offline/readiness.ts';
import type { SecurityState } from '../../../src/shared/calls/security.ts';
import type { StudyCard } from '../../../src/shared/contract.ts';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import { defaultSecurity } from '../../../src/shared/security.ts';
import { neverMirrored, statusOf } from './sample-status.ts';

const asOf = '2026-11-22T09:00:00Z';
const now = new Date('2026-11-22T10:00:00Z');
const store = { available: true, backend: 'gnome_libsecret' };
const security: SecurityState = { ...defaultSecurity, passphrase: true, keyStore: 'off', store, left: 0, canHide: false };
const pack = { expires: '2026-12-06', madeAt: '2026-11-20T09:00:00Z', expired: false, due: datasetNames };

function card(more: Partial<StudyCard> = {}): StudyCard {
  return {
    study: '22-001',
    demo: true,
    sponsor: null,
    size: 2_000_000,
    lastOpened: null,
    lookedAt: null,
    lookedGeneration: 0,
    sitePack: null,
    status: statusOf(asOf),
    cutOff: null,
    sinceLooked: { new: 0, changed: 0, vanished: 0 },
    issues: 0,
    problem: null,
    ...more,
  };
}

/** Everything is fine, except for the given facts. */
function facts(more: Partial<ReadinessFacts> = {}): ReadinessFacts {
  return { cards: [card()], syncing: [], security, disk: { free: 80e9, problem: null }, staleAfterHours: 168, now, ...more };
}

function study(more: Partial<StudyCard>, rest: Partial<ReadinessFacts> = {}) {
  return judgeReadiness(facts({ cards: [card(more)], ...rest })).studies[0];
}

function check(id: string, more: Partial<ReadinessFacts>) {
  return judgeReadiness(facts(more)).computer.find((found) => found.id === id);
}

test('a computer is ready with proven copies, a passphrase, a lock, disk space and write access', () => {
  const readiness = judgeReadiness(facts());
  expect(readiness.state).toBe('ready');
  expect(readiness.computer.map(({ id }) => id)).toEqual(['key', 'lock', 'room', 'writing']);
  expect([...readiness.studies, ...readiness.computer].every(({ state, step }) => state === 'ready' && step === null)).toBe(true);
});

test('nothing is ready without a study', () => {
  expect(judgeReadiness(facts({ cards: [] }))).toMatchObject({ state: 'not ready', studies: [{ step: { kind: 'add-study' } }] });
});

describe('a study', () => {
  const held = { records: 3, lost: 7, asOf };
  const failed = { code: 'NETWORK', message: 'No network.' } as const;
  const sync = { kind: 'sync', study: '22-001' };
  test.each([
    ['never mirrored', { status: { study: '22-001', datasets: datasetNames.map(neverMirrored) } }, 'not ready', sync, 'Not mirrored yet'],
    [
      'with a dataset missing',
      {
        status: { study: '22-001', datasets: statusOf(asOf).datasets.map((one) => (one.dataset === 'labs' ? neverMirrored('labs') : one)) },
      },
      'not ready',
      sync,
      'labs never completed',
    ],
    ['whose file is damaged', { problem: { code: 'CORRUPT', message: 'The file is damaged.' } }, 'not ready', null, 'The file is damaged.'],
    [
      'that waits for a decision',
      { status: statusOf(asOf, (one) => (one.dataset === 'vitals' ? { ...one, pending: held } : one)) },
      'not ready',
      { kind: 'decide', study: '22-001', dataset: 'vitals' },
      'vitals wait for your decision: decide before you leave',
    ],
    [
      'with a dataset that was not updated',
      { status: statusOf(asOf, (one) => (one.dataset === 'labs' ? { ...one, error: failed } : one)) },
      'not ready',
      sync,
      'labs could not be updated with the others',
    ],
    ['that no sync could update', { status: statusOf(asOf, (one) => ({ ...one, error: failed })) }, 'attention', sync, 'none of the 5'],
    ['that is older than the chosen age', { status: statusOf('2026-11-10T10:00:00Z') }, 'attention', sync, '12 days old'],
    ['from a site pack', { sitePack: pack }, 'ready', null, 'opens until 6 Dec 2026 (UTC)'],
    [
      'from a site pack that expires soon',
      { sitePack: { ...pack, expires: '2026-11-24' } },
      'attention',
      { kind: 'open-pack' },
      'opens until 24 Nov',
    ],
    [
      'from an expired site pack',
      { sitePack: { ...pack, expires: '2026-11-21' } },
      'not ready',
      { kind: 'open-pack' },
      'expired with 21 Nov',
    ],
    [
      'from a site pack that the main process reports as expired',
      { sitePack: { ...pack, expired: true } },
      'not ready',
      { kind: 'open-pack' },
      'expired',
    ],
  ] as const)('%s', (_what, more, state, step, says) => {
    const found = study(more);
    expect(found).toMatchObject({ state, step });
    expect(found?.says).toContain(says);
  });

  test('that is being synced needs attention; an old copy does not if the age limit is off', () => {
    expect(study({}, { syncing: ['22-001'] })).toMatchObject({ state: 'attention', step: null });
    expect(study({ status: statusOf('2020-01-01T00:00:00Z') }, { staleAfterHours: null })).toMatchObject({ state: 'ready' });
  });
});

describe('the computer', () => {
  test.each([
    [{ passphrase: true, keyStore: 'session' }, 'ready', 'it is not needed'],
    [{ passphrase: true, store: { available: false, backend: 'basic_text' } }, 'ready', 'without a network or key store'],
    [{ passphrase: false, keyStore: 'always' }, 'attention', 'Only the system key store (gnome_libsecret)'],
    [{ passphrase: false, keyStore: 'always', store: { available: false, backend: 'unknown' } }, 'not ready', 'is not responding'],
  ] as const)('with the key settings %o is %s', (more, state, says) => {
    const found = check('key', { security: { ...security, ...more } });
    expect(found?.state).toBe(state);
    expect(found?.says).toContain(says);
  });

  test.each([
    [{ lockAfterMinutes: 15, lockWithComputer: true }, 'ready'],
    [{ lockAfterMinutes: 1, lockWithComputer: true }, 'ready'],
    [{ lockAfterMinutes: 20, lockWithComputer: true }, 'attention'],
    [{ lockAfterMinutes: 5, lockWithComputer: false }, 'attention'],
  ] as const)('with the lock settings %o is %s', (more, state) => {
    expect(check('lock', { security: { ...security, ...more } })?.state).toBe(state);
  });

  test.each([
    [80e9, 'ready'],
    [500e6, 'ready'],
    [499e6, 'attention'],
    [50e6, 'attention'],
    [49e6, 'not ready'],
    [null, 'attention'],
  ] as const)('with %s bytes free is %s', (free, state) => {
    expect(check('room', { disk: { free, problem: null } })?.state).toBe(state);
  });

  test('needs twice the size of the largest study free', () => {
    const cards = [card({ size: 600e6 }), card({ size: 20 })];
    expect(check('room', { cards, disk: { free: 1.1e9, problem: null } })?.state).toBe('attention');
    expect(check('room', { cards, disk: { free: 1.2e9, problem: null } })?.state).toBe('ready');
  });

  test('is not ready if it cannot write, and states the failure', () => {
    const problem = { code: 'STORE', message: 'The disk is read-only.' } as const;
    expect(check('writing', { disk: { free: 80e9, problem } })).toMatchObject({ state: 'not ready', says: 'The disk is read-only.' });
    expect(judgeReadiness(facts({ disk: { free: 80e9, problem } })).state).toBe('not ready');
  });
});

test('the report has the verdict and every check with its state', () => {
  const readiness = judgeReadiness(facts({ cards: [card(), card({ study: '23-014', sitePack: { ...pack, expired: true } })] }));
  const lines = reportText(readiness, now).split('\n');
  expect(lines[0]).toMatch(/^Carrel, 22 Nov 2026, \d\d:\d\d: Not ready for offline$/);
  expect(lines.filter((line) => line.startsWith('[')).map((line) => line.split(':')[0])).toEqual([
    '[Ready] 22-001',
    '[Not ready] 23-014',
    '[Ready] Key',
    '[Ready] Lock',
    '[Ready] Disk space',
    '[Ready] Writing',
  ]);
});
