import { expect, test, vi } from 'vitest';
import { backupState } from '../../../src/core/vault/backup-plan.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { createBackups } from '../../../src/main/file-calls/backup-calls.ts';
import type { Session } from '../../../src/main/engines/session.ts';
import type { AppWindow } from '../../../src/main/window/app-window.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const chosen = vi.hoisted((): (string | null)[] => []);
vi.mock('electron', () => ({ app: {}, dialog: {}, shell: {}, utilityProcess: {} }));
vi.mock('../../../src/main/platform/open-dialog.ts', () => ({ askForFolder: () => Promise.resolve(chosen.shift() ?? null) }));

const folder = temporaryFolders();

test('a folder chosen in a dialog that was then cancelled does not replace the one of the plan', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const window = { current: () => null, emit: () => undefined } as unknown as AppWindow;
  const { calls } = createBackups(vault.dir, { vault: () => vault } as Session, window);
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
