import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readExtraPem, saveExtraPem } from '../../../src/core/vault/settings/extra-certificates.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { fixture } from '../../contract/secure-service.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const folder = temporaryFolders();

/** As `openssl x509 -fingerprint -sha256` prints it. */
function fingerprintOf(pem: string): string {
  const der = Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64');
  return (createHash('sha256').update(der).digest('hex').toUpperCase().match(/../g) ?? []).join(':');
}

test('records the fingerprint of every trusted certificate in the audit trail', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const [root, other] = [fixture('root-cert'), fixture('localhost-cert')];
  saveExtraPem(vault, root + other);
  saveExtraPem(vault, other);
  expect(readExtraPem(vault)).toBe(other);
  expect(() => saveExtraPem(vault, 'no certificate')).toThrow(expect.objectContaining({ code: 'USAGE' }));
  saveExtraPem(vault, null);
  expect(readExtraPem(vault)).toBeNull();
  expect(vault.audit.entries().map(({ event }) => event)).toEqual([
    expect.objectContaining({ kind: 'vault-created' }),
    { kind: 'certificates-changed', fingerprints: [fingerprintOf(root), fingerprintOf(other)] },
    { kind: 'certificates-changed', fingerprints: [fingerprintOf(other)] },
    { kind: 'certificates-changed', fingerprints: [] },
  ]);
  vault.close();
});
