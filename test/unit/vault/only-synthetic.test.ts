import { describe, expect, test } from 'vitest';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { assertOnlySynthetic } from '../../../src/core/vault/settings/only-synthetic.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import type { Connection } from '../../../src/shared/connection.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const folder = temporaryFolders();
const demo: Connection = { baseUrl: 'http://127.0.0.1:8787', partnerId: 'DEMO-PARTNER', clientId: 'c', tokenStyle: 'body', demo: true };

async function vaultWith(fill: (vault: Vault) => void): Promise<Vault> {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  fill(vault);
  return vault;
}

describe('a runtime for synthetic data only', () => {
  test.each<[string, (vault: Vault) => void]>([
    ['an empty folder', () => undefined],
    ['the demo', (vault) => vault.saveConnection(demo, 's')],
    ['the demo with its studies', (vault) => void vault.addStudy('22-001', { demo: true, provisional: false })],
  ])('shows %s', async (_what, fill) => {
    const vault = await vaultWith(fill);
    expect(() => assertOnlySynthetic(vault)).not.toThrow();
    vault.close();
  });

  test.each<[string, (vault: Vault) => void]>([
    ['made under another partner id on this computer', (vault) => vault.saveConnection({ ...demo, partnerId: '0417', demo: false }, 's')],
    ['that only says of itself it is the demo', (vault) => vault.saveConnection({ ...demo, baseUrl: 'https://research.example.org' }, 's')],
    ['with a study of a service', (vault) => void vault.addStudy('22-001', { demo: false, provisional: false })],
  ])('refuses a folder %s', async (_what, fill) => {
    const vault = await vaultWith(fill);
    expect(() => assertOnlySynthetic(vault)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    vault.close();
  });
});
