import { expect, test } from 'vitest';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { layoutsIn } from '../../../src/main/vault-calls/stored-layouts.ts';
import { bytesBelow } from '../../cli/carrel.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const folder = temporaryFolders();
const study = 'S-CANARY-4711';
const layouts = { [`${study}/labs`]: { columns: [{ name: 'subject', width: 120, shown: true, pinned: false }] } };

test('keeps column layouts encrypted in the vault and restores them after a lock', async () => {
  const dir = folder();
  let vault: Vault | null = await createVault(dir, { passphrase: null, keyStore });
  const kept = layoutsIn(() => vault);
  expect(kept.get()).toEqual({});
  kept.set(layouts);
  vault.close();
  vault = null;
  expect(kept.get()).toEqual({});
  expect(() => kept.set({})).toThrow(expect.objectContaining({ code: 'LOCKED' }));
  expect(bytesBelow(dir)).not.toContain(study);
  const again = await openVault(dir, { keyStore });
  vault = again;
  expect(kept.get()).toEqual(layouts);
  again.saveSetting('layouts', '{"x": 7}');
  expect(kept.get()).toEqual({});
  again.close();
});
