import { expect, test } from 'vitest';
import { readClientCertificate } from '../../../src/core/client/client-certificate.ts';
import {
  keptClientCertificate,
  saveClientCertificate,
  storedClientCertificate,
  withClientCertificate,
} from '../../../src/core/vault/settings/client-certificate.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { sayEvent } from '../../../src/core/vault/audit/audit-words.ts';
import { connectionSchema } from '../../../src/shared/connection.ts';
import { fixture } from '../../contract/secure-service.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const folder = temporaryFolders();
const own = readClientCertificate(fixture('client-cert'), fixture('client-key'), null);
const connection = { baseUrl: 'https://s.example', partnerId: 'P', clientId: 'c', tokenStyle: 'basic', demo: false } as const;

test('stores a client certificate with its key; the trail has its fingerprint and never the key', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  saveClientCertificate(vault, null);
  saveClientCertificate(vault, own);
  expect(storedClientCertificate(vault)).toEqual(own);
  saveClientCertificate(vault, null);
  expect(storedClientCertificate(vault)).toBeNull();
  const events = vault.audit.entries().map(({ event }) => event);
  expect(events.map(({ kind }) => kind)).toEqual(['vault-created', 'client-certificate-changed', 'client-certificate-changed']);
  expect(events.slice(1)).toMatchObject([{ fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) }, { fingerprint: null }]);
  expect(JSON.stringify(events)).not.toContain(own.key.split('\n')[1]);
  expect(events.slice(1).map(sayEvent)).toEqual([expect.stringMatching(/^Client certificate: SHA-256 /), 'Removed the client certificate']);
  vault.close();
});

test('reuses a client certificate for the hosts it was given for, and for no others', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  saveClientCertificate(vault, own);
  expect(keptClientCertificate(vault, connection)).toBeNull();
  vault.saveConnection({ ...connection, tokenUrl: 'https://login.example/t' }, 's');
  expect(vault.audit.entries().at(-1)?.event).toMatchObject({ kind: 'connected', tokenHost: 'login.example' });
  vault.saveConnection({ ...connection, tokenUrl: 'https://login.example/t', pins: [`${'a'.repeat(43)}=`, `${'b'.repeat(43)}=`] }, 's');
  const pinned = vault.audit.entries().at(-1)?.event;
  expect(pinned).toMatchObject({ kind: 'connected', pins: 2 });
  expect(pinned === undefined ? '' : sayEvent(pinned)).toContain('pinned keys: 2');
  for (const same of [{}, { tokenUrl: 'https://login.example/other' }, { clientId: 'd' }])
    expect(keptClientCertificate(vault, { ...connection, ...same })).toEqual(own);
  for (const other of [{ baseUrl: 'https://t.example' }, { tokenUrl: 'https://thief.example/t' }, { baseUrl: 'https://s.example:8443' }])
    expect(keptClientCertificate(vault, { ...connection, ...other })).toBeNull();
  vault.close();
});

test('keeps no certificate of an earlier connection if the new one cannot be stored, and does not record the same one twice', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  saveClientCertificate(vault, own);
  const failing = (): void => {
    throw new Error('full');
  };
  expect(() => {
    withClientCertificate(vault, null, failing);
  }).toThrow('full');
  expect(storedClientCertificate(vault)).toBeNull();
  withClientCertificate(vault, own, () => undefined);
  const entries = vault.audit.entries().length;
  withClientCertificate(vault, own, () => undefined);
  expect([storedClientCertificate(vault), vault.audit.entries().length]).toEqual([own, entries]);
  vault.close();
});

test('reads a connection stored by an earlier version unchanged', () => {
  for (const tokenStyle of ['body', 'query']) {
    const stored = `{"baseUrl":"https://s.example","partnerId":"P","clientId":"c","tokenStyle":"${tokenStyle}","demo":false}`;
    expect(connectionSchema.parse(JSON.parse(stored))).toEqual(JSON.parse(stored));
  }
});
