import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backupState,
  dropBackupPlan,
  dropOldBackups,
  followBackupPlan,
  lastBackup,
  noteBackup,
  noteBackupFailure,
  planPath,
  planUnder,
  readBackupPlan,
  saveBackupPlan,
  type NewestBackup,
} from '../../../src/core/vault/settings/backup-plan.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { turningKeyStore } from './key-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-plan-'));
const into = join(folder, 'backups');
let vault: Vault;

beforeAll(async () => {
  vault = await createVault(join(folder, 'data'), { passphrase: null, keyStore: turningKeyStore });
  mkdirSync(into);
});
afterAll(() => {
  vault.close();
  rmSync(folder, { recursive: true });
});

function planned(): NonNullable<ReturnType<typeof readBackupPlan>> {
  const plan = readBackupPlan(vault);
  if (plan === null) throw new Error('Nothing is planned.');
  return plan;
}

/** Whether the oldest of two backups survives a limit of one when the newest lacks these studies, or the audit trail. */
function oldestStays(leftOut: NewestBackup['leftOut'], trailLeftOut: string | null = null, year = '2020'): boolean {
  const plan = { ...planned(), keep: 1 };
  const [oldest = '', newest = ''] = [1, 2].map((day) => planPath(plan, new Date(`${year}-12-0${String(day)}T10:00:00Z`)));
  for (const name of readdirSync(into)) if (name.startsWith(`carrel-${plan.id}-2`)) rmSync(join(into, name), { recursive: true });
  for (const path of [oldest, newest]) writeFileSync(path, '');
  dropOldBackups(vault, plan, { path: newest, leftOut, trailLeftOut });
  expect(existsSync(newest)).toBe(true);
  return existsSync(oldest);
}

describe('backups after a sync', () => {
  test('require an existing folder and a passphrase, which is not stored', async () => {
    await expect(saveBackupPlan(vault, { folder: into })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(saveBackupPlan(vault, { folder: join(folder, 'none'), passphrase: 'long enough' })).rejects.toMatchObject({
      code: 'USAGE',
    });
    await saveBackupPlan(vault, { folder: into, keep: 2, passphrase: 'kept in the safe' });
    expect(backupState(vault)).toMatchObject({ plan: { folder: into, keep: 2 }, last: null, failure: null });
    expect(vault.setting('backup.plan')).not.toContain('kept in the safe');
  });

  test('are ten if nothing else was chosen', async () => {
    const settings = new Map<string, string>();
    const other = {
      setting: (name: string) => settings.get(name) ?? null,
      saveSetting: (name: string, value: string) => void settings.set(name, value),
    };
    await saveBackupPlan(other, { folder: into, passphrase: 'kept in the safe' });
    expect(readBackupPlan(other)).toMatchObject({ folder: into, keep: 10 });
  });

  test('can be changed one setting at a time, and keep their id', async () => {
    const before = planned();
    await saveBackupPlan(vault, { keep: 3 });
    expect(planned()).toEqual({ ...before, keep: 3 });
    await saveBackupPlan(vault, { passphrase: 'another one' });
    expect(planUnder(planned()).key.equals(planUnder(before).key)).toBe(false);
    expect(planned().id).toBe(before.id);
  });

  test('may move to another folder', async () => {
    const other = join(folder, 'elsewhere');
    mkdirSync(other);
    await saveBackupPlan(vault, { keep: 4, folder: other });
    await saveBackupPlan(vault, { folder: into, passphrase: 'a third one' });
    expect(planned()).toMatchObject({ folder: into, keep: 4 });
  });

  test('keep the newest files of this data folder and leave everything else in the folder alone', () => {
    const plan = { ...planned(), keep: 2 };
    const made = [1, 2, 3, 4].map((day) => planPath(plan, new Date(`2026-11-0${String(day)}T10:00:00Z`)));
    const others = ['carrel-00000000-2026-01-01T10-00-00Z.carrelbackup', 'notes.txt', `carrel-${plan.id}-2026.carrelbackup`];
    for (const path of [...made, ...others.map((name) => join(into, name))]) writeFileSync(path, '');
    // No backup is a folder, whatever its name.
    mkdirSync(planPath(plan, new Date('2026-10-01T10:00:00Z')));
    dropOldBackups(vault, plan, { path: made.at(-1) ?? '', leftOut: [], trailLeftOut: null });
    expect(made.map((path) => existsSync(path))).toEqual([false, false, true, true]);
    expect(readdirSync(into)).toEqual(expect.arrayContaining(others));
  });

  test('keep the newest file after the clock was set back, and count those with later times as older', () => {
    const plan = { ...planned(), keep: 2 };
    const pathOf = (day: string): string => planPath(plan, new Date(`${day}T10:00:00Z`));
    const [before, ahead, later] = ['2026-11-20', '2027-11-25', '2027-11-26'].map(pathOf);
    const made = ['2026-11-27', '2026-11-28'].map(pathOf);
    for (const path of readdirSync(into)) if (path.startsWith(`carrel-${plan.id}-2`)) rmSync(join(into, path), { recursive: true });
    for (const path of [before, ahead, later]) writeFileSync(path ?? '', '');
    for (const [at, path] of made.entries()) {
      writeFileSync(path, '');
      dropOldBackups(vault, plan, { path, leftOut: [], trailLeftOut: null });
      expect(made.slice(0, at + 1).map((one) => existsSync(one))).toEqual(made.slice(0, at + 1).map(() => true));
    }
    expect([before, ahead, later].map((path) => existsSync(path ?? ''))).toEqual([false, false, false]);
  });

  test('report a failure until a backup succeeds', () => {
    noteBackupFailure(vault, new Date('2026-11-25T10:00:00Z'), 'The disk is full.');
    expect(backupState(vault).failure).toEqual({ at: '2026-11-25T10:00:00.000Z', message: 'The disk is full.' });
    noteBackup(vault, { at: '2026-11-25T11:00:00.000Z', file: 'x.carrelbackup', bytes: 1, afterSync: true, leftOut: [] });
    expect(backupState(vault)).toMatchObject({ failure: null, last: { file: 'x.carrelbackup' } });
  });

  test('are made at the place and under the key that were planned', async () => {
    const keys: Buffer[] = [];
    const made = await followBackupPlan(
      vault,
      async (path, { key }) => {
        keys.push(key);
        writeFileSync(path, key.toString('base64'));
        return Promise.resolve({ leftOut: [], trailLeftOut: null });
      },
      new Date('2026-11-25T10:00:00.900Z'),
    );
    const path = join(into, `carrel-${planned().id}-2026-11-25T10-00-00Z.carrelbackup`);
    expect(made).toEqual({ path, leftOut: [], trailLeftOut: null, error: null });
    expect(readFileSync(path, 'utf8')).toBe(planned().key);
    expect(keys[0]?.every((byte) => byte === 0)).toBe(true);
    rmSync(path);
  });

  test('that fail say why, which is kept', async () => {
    const failing = async (): Promise<never> => Promise.reject(new AppError('STORE', 'The disk is full.'));
    const at = new Date('2026-11-25T10:00:00Z');
    expect(await followBackupPlan(vault, failing, at)).toEqual({
      ...{ path: null, leftOut: [], trailLeftOut: null },
      error: { code: 'STORE', message: 'The disk is full.' },
    });
    expect(backupState(vault).failure).toEqual({ at: at.toISOString(), message: 'The disk is full.' });
  });

  test('name what they leave out', () => {
    const made = { madeAt: '2026-11-25T10:00:00.000Z', bytes: 7, leftOut: [{ study: '22-009' }] };
    expect(lastBackup(join(into, 'x.carrelbackup'), { ...made, trailLeftOut: null }, true)).toEqual({
      ...{ at: made.madeAt, file: 'x.carrelbackup', bytes: 7, afterSync: true, leftOut: ['22-009'] },
    });
    expect(lastBackup('x.carrelbackup', { ...made, trailLeftOut: 'It is broken.' }, false)).toMatchObject({
      afterSync: false,
      leftOut: ['22-009', 'the audit trail'],
    });
  });

  test('keep an older backup if the newer one lacks a study, except for studies that may no longer be read', () => {
    expect(oldestStays([{ code: 'FORBIDDEN' }, { code: 'CORRUPT' }])).toBe(true);
    expect(oldestStays([{ code: 'FORBIDDEN' }])).toBe(false);
  });

  test('keep an older backup if the newer one lacks the audit trail', () => {
    expect(oldestStays([], 'Entry 3 of the audit trail was changed.')).toBe(true);
  });

  test('keep an older backup while it alone holds the notes of a study that was mirrored anew', () => {
    const study = '22-007';
    const restored = (history: 'waiting' | 'added' | 'here', madeAt = '2020-12-01T10:00:00.000Z'): void => {
      vault.audit.append({
        ...{ kind: 'restored', sha256: '0'.repeat(64), madeAt },
        ...{ studies: [{ study, history, added: 0, updated: 0 }], settings: 0, trail: 0, trailEnds: [] },
      });
    };
    vault.addStudy(study, { demo: true, provisional: false });
    expect(oldestStays([])).toBe(false);
    vault.recordSetAside(study, 'aside.db');
    expect(oldestStays([])).toBe(true);
    vault.renewStudy(study);
    expect(oldestStays([])).toBe(true);
    restored('waiting');
    expect(oldestStays([])).toBe(true);
    // A backup of the fresh mirror: all of it is here, and the notes are not in it.
    restored('here', new Date().toISOString());
    expect(oldestStays([])).toBe(true);
    // One made after the loss has nothing that the newest lacks.
    expect(oldestStays([], null, '2999')).toBe(false);
    restored('added');
    expect(oldestStays([])).toBe(false);
    vault.renewStudy(study);
    expect(oldestStays([])).toBe(true);
    vault.wipeStudy(study);
    expect(oldestStays([])).toBe(false);
  });

  test('keep an older backup while it alone holds the notes of a study that a site pack replaced because its file was missing', () => {
    const unpacked = { study: '22-008', generation: 1, expires: '2026-12-24', madeAt: '', sha256: '' };
    vault.audit.append({ kind: 'unpack', outcome: 'replaced', ...unpacked });
    expect(oldestStays([])).toBe(false);
    vault.audit.append({ kind: 'unpack', outcome: 'replaced', overLost: true, ...unpacked });
    expect(oldestStays([])).toBe(true);
    vault.audit.append({ kind: 'wiped', study: '22-008' });
  });

  test('end when they are turned off, and the trail has every change, but not which folder or passphrase', async () => {
    noteBackupFailure(vault, new Date(), 'The disk is full.');
    dropBackupPlan(vault);
    expect(backupState(vault)).toMatchObject({ plan: null, failure: null });
    expect(await followBackupPlan(vault, async () => Promise.reject(new Error('It is made.')), new Date())).toBeNull();
    const noted = vault.audit.entries().flatMap(({ event }) => (event.kind === 'setting-changed' ? [[event.name, event.to]] : []));
    expect(noted).toEqual([
      ['backup after a sync', 2],
      ['backup after a sync', 3],
      ['backup after a sync', '3, with another passphrase'],
      ['backup after a sync', '4, with another folder'],
      ['backup after a sync', '4, with another folder and another passphrase'],
      ['backup after a sync', null],
    ]);
  });
});
