import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { backupState } from '../../../src/core/vault/settings/backup-plan.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { createBackups } from '../../../src/main/file-calls/backup-calls.ts';
import type { Session } from '../../../src/main/engines/session.ts';
import type { AppWindow } from '../../../src/main/window/app-window.ts';
import type { ToEngine } from '../../../src/shared/engine-protocol.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const chosen = vi.hoisted((): (string | null)[] => []);
const forked = vi.hoisted<{ engine: unknown }>(() => ({ engine: null }));
vi.mock('electron', () => ({
  app: { getVersion: () => '1.0.0' },
  dialog: {},
  shell: {},
  utilityProcess: { fork: () => forked.engine },
}));
vi.mock('../../../src/main/platform/open-dialog.ts', () => ({ askForFolder: () => Promise.resolve(chosen.shift() ?? null) }));
vi.mock('../../../src/main/platform/save-dialog.ts', () => ({ askForPath: () => Promise.resolve(chosen.shift() ?? null) }));

/** Stands in for the process of a backup that writes its file as asked. */
class Engine extends EventEmitter {
  readonly pid = 1;

  postMessage({ type }: ToEngine): void {
    const done = { madeAt: '2026-11-28T10:00:00.000Z', bytes: 3, sha256: '0'.repeat(64), studies: 0, leftOut: [], trailLeftOut: null };
    if (type === 'back-up') this.emit('message', { type: 'backup-written', done, part: '.x.part' });
    if (type === 'commit') this.emit('message', { type: 'backup-ended', outcome: { ok: true, value: done } });
  }

  kill(): boolean {
    this.emit('exit');
    return true;
  }
}

const folder = temporaryFolders();

test('a folder chosen in a dialog that was then cancelled does not replace the one of the plan', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const window = { current: () => null, emit: () => undefined } as unknown as AppWindow;
  const { calls } = createBackups(vault.dir, { isOpen: true, vault: () => vault } as Session, window);
  const [first, second] = [folder(), folder()];
  chosen.push(first, second, null);
  expect(await calls['backup.folder'](undefined)).toBe(first);
  await calls['backup.plan']({ keep: 5, isMoved: true, passphrase: 'four unrelated words here' });
  expect(await calls['backup.folder'](undefined)).toBe(second);
  await calls['backup.plan']({ keep: 7, isMoved: false, passphrase: null });
  expect(backupState(vault).plan).toEqual({ folder: first, keep: 7 });
  expect(await calls['backup.folder'](undefined)).toBeNull();
  vault.close();
});

test('a finished backup is not recorded as failed if the vault cannot store when it was made', async () => {
  const opened = await createVault(folder(), { passphrase: null, keyStore });
  const saveSetting = (): never => {
    throw new AppError('STORE', 'The disk is full.');
  };
  const vault = { ...opened, saveSetting };
  forked.engine = new Engine();
  const session = { isOpen: true, vault: () => vault, host: () => async () => null } as unknown as Session;
  const window = { current: () => null, emit: () => undefined } as unknown as AppWindow;
  chosen.push(join(folder(), 'notes.carrelbackup'));
  const { calls } = createBackups(vault.dir, session, window);
  await expect(calls['backup.start']({ passphrase: 'four unrelated words here' })).rejects.toMatchObject({ code: 'STORE' });
  expect(opened.audit.entries().map(({ event }) => event.kind)).toEqual(['vault-created', 'backup-begun', 'backup']);
  await opened.exports.swept();
  opened.close();
});

test('backups after a sync of a vault with a passphrase are planned, changed and turned off only with it', async () => {
  const vault = await createVault(folder(), { passphrase: 'four quiet desks', keyStore: null });
  const session = { isOpen: true, vault: () => vault } as unknown as Session;
  const { calls } = createBackups(vault.dir, session, { current: () => null, emit: () => undefined } as unknown as AppWindow);
  const into = folder();
  chosen.push(into);
  await calls['backup.folder'](undefined);
  const plan = { keep: 5, isMoved: true, passphrase: 'four unrelated words here' };
  for (const confirm of [undefined, 'another']) {
    await expect(calls['backup.plan']({ ...plan, confirm })).rejects.toMatchObject({ code: 'LOCKED' });
    expect(backupState(vault).plan).toBeNull();
  }
  await calls['backup.plan']({ ...plan, confirm: 'four quiet desks' });
  for (const confirm of [undefined, 'another']) {
    await expect(calls['backup.plan']({ keep: 1, isMoved: false, passphrase: null, confirm })).rejects.toMatchObject({ code: 'LOCKED' });
    await expect(calls['backup.unplan']({ confirm })).rejects.toMatchObject({ code: 'LOCKED' });
    expect(backupState(vault).plan).toEqual({ folder: into, keep: 5 });
  }
  await calls['backup.unplan']({ confirm: 'four quiet desks' });
  expect(backupState(vault).plan).toBeNull();
  vault.close();
});

test('a plan that was confirmed while the window locked is not stored', async () => {
  const vault = await createVault(folder(), { passphrase: 'four quiet desks', keyStore: null });
  const session = { isOpen: true, vault: () => vault };
  const { calls } = createBackups(
    vault.dir,
    session as unknown as Session,
    { current: () => null, emit: () => undefined } as unknown as AppWindow,
  );
  chosen.push(folder());
  await calls['backup.folder'](undefined);
  const planning = calls['backup.plan']({ keep: 5, isMoved: true, passphrase: 'four unrelated words here', confirm: 'four quiet desks' });
  session.isOpen = false;
  await expect(planning).rejects.toMatchObject({ code: 'LOCKED' });
  expect(backupState(vault).plan).toBeNull();
  vault.close();
});
