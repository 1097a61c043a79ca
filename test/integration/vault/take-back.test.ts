import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeBackVault } from '../../../src/core/vault/erase-everything.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import { acquireSyncLock } from '../../../src/core/vault/studies/sync-lock.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore, turningStoreOf } from '../../unit/vault/key-store.ts';

const folder = temporaryFolders();

/** A vault as a failed unpack leaves it, after what others did in it meanwhile. */
async function attempted(meanwhile: (vault: Vault, dir: string) => void): Promise<string> {
  const dir = join(folder(), 'data');
  (await createVault(dir, { passphrase: null, keyStore })).close();
  const vault = await openVault(dir, { keyStore });
  vault.packs.refused('22-001', new AppError('CORRUPT', 'damaged'));
  meanwhile(vault, dir);
  vault.close();
  return dir;
}

test('removes a vault created for a refused pack with all its files, and leaves foreign files', async () => {
  const dir = await attempted((_vault, at) => {
    writeFileSync(join(at, 'notes.txt'), 'of somebody');
  });
  expect(await takeBackVault(dir, { keyStore })).toBe(true);
  expect(readdirSync(dir)).toEqual(['notes.txt']);
});

test.each<[string, (vault: Vault, dir: string) => void]>([
  [
    'was connected',
    (vault) => {
      const connection = { baseUrl: 'https://a.example', partnerId: 'P', clientId: 'c', tokenStyle: 'body', demo: false } as const;
      vault.saveConnection(connection, 'hush');
    },
  ],
  [
    'got a study',
    (vault) => {
      vault.addStudy('22-001', { demo: false, provisional: false });
    },
  ],
  [
    'was unlocked by somebody else as well',
    (vault) => {
      vault.audit.append({ kind: 'unlocked', with: 'passphrase' });
    },
  ],
  [
    'has entries of something else',
    (vault) => {
      vault.audit.append({ kind: 'verified', findings: 0 });
    },
  ],
  [
    'takes in another pack at this moment',
    (_vault, dir) => {
      mkdirSync(join(dir, 'studies'), { recursive: true });
      writeFileSync(join(dir, 'studies', 'a-file'), 'half');
    },
  ],
])('keeps a vault that %s meanwhile', async (_what, meanwhile) => {
  const dir = await attempted(meanwhile);
  expect(await takeBackVault(dir, { keyStore })).toBe(false);
  const vault = await openVault(dir, { keyStore });
  expect(vault.audit.findBreak()).toBeNull();
  vault.close();
});

test('keeps a vault whose protection was changed meanwhile or that is being written to', async () => {
  const dir = await attempted(() => undefined);
  await expect(takeBackVault(dir, { keyStore: turningStoreOf('another') })).rejects.toMatchObject({ code: 'LOCKED' });
  const release = await acquireSyncLock(dir);
  await expect(takeBackVault(dir, { keyStore })).rejects.toMatchObject({ code: 'BUSY' });
  release();
  (await openVault(dir, { keyStore })).close();
}, 20_000);
