import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import type { Session } from '../../../src/main/engines/session.ts';
import { diagnosticsCalls } from '../../../src/main/file-calls/diagnostics.ts';
import { readPreferences } from '../../../src/main/platform/stored-preferences.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const dialog = vi.hoisted(() => ({ chosen: '' }));
vi.mock('electron', () => ({ app: { getVersion: () => '1.0.0', isPackaged: false } }));
vi.mock('../../../src/main/platform/save-dialog.ts', () => ({ askForPath: async () => dialog.chosen }));

const folder = temporaryFolders();
let dir = '';
beforeEach(() => {
  dir = folder();
});

async function save(path: string): Promise<unknown> {
  dialog.chosen = path;
  const log = { add: () => undefined, read: () => [] };
  const context = { log, session: { isOpen: false } as Session, preferences: () => readPreferences({}), keyStore: '', window: () => null };
  return diagnosticsCalls(context)['diagnostics.save'](undefined);
}

test('saves the diagnostics as a whole file that only its owner can read, in place of an earlier one', async () => {
  const path = join(dir, 'diagnostics.json');
  writeFileSync(path, 'earlier');
  chmodSync(path, 0o644);
  expect(await save(path)).toEqual({ file: 'diagnostics.json' });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ carrel: '1.0.0', studies: 'locked' });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(['diagnostics.json']);
});

// This used to destroy the keys of the data folder.
test('never writes over a file of Carrel', async () => {
  (await createVault(dir, { passphrase: null, keyStore })).close();
  const keys = readFileSync(join(dir, 'keys.json'));
  await expect(save(join(dir, 'keys.json'))).rejects.toMatchObject({ code: 'EXPORT' });
  expect(readFileSync(join(dir, 'keys.json'))).toEqual(keys);
});
