import { createPrivateKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeClientCertificate, holdsKey, readClientCertificate } from '../../../src/core/client/client-certificate.ts';
import { clientKeyPassphrase, fixture } from '../../contract/secure-service.ts';

const [certificate, key, encrypted, root] = ['client-cert', 'client-key', 'client-key-encrypted', 'client-root-cert'].map(fixture) as [
  string,
  string,
  string,
  string,
];

describe('a client certificate', () => {
  test('is read with its chain and its key', () => {
    const own = readClientCertificate(certificate + root, key, null);
    expect(own).toEqual({ certificate: certificate + root, key });
    expect(describeClientCertificate(own)).toMatchObject({ subject: 'Carrel test site 03', until: '2126-01-01T00:00:00.000Z' });
  });

  test('may share a file with its key, in either order', () => {
    for (const both of [certificate + key, key + certificate]) {
      expect(holdsKey(both)).toBe(true);
      expect(readClientCertificate(both, both, null)).toEqual({ certificate, key });
    }
    expect(holdsKey(certificate + root)).toBe(false);
    expect(holdsKey(encrypted)).toBe(true);
  });

  test('may have a key in the older SEC1 form', () => {
    const older = createPrivateKey(key).export({ type: 'sec1', format: 'pem' }).toString();
    expect(holdsKey(older)).toBe(true);
    expect(readClientCertificate(certificate, older, null).key).toBe(key);
  });

  test('with an encrypted key is read with the passphrase and kept without one, because the vault encrypts it', () => {
    expect(readClientCertificate(certificate, encrypted, clientKeyPassphrase).key).toBe(key);
  });

  test.each([
    ['another key', certificate, fixture('stranger-key'), null, /does not belong to the client certificate/],
    ['no certificate', key, key, null, /no certificate in the file/],
    ['a truncated certificate', certificate.slice(0, 200), key, null, /cannot be read/],
    ['an unreadable certificate', certificate.replace(/^M/m, 'X'), key, null, /cannot be read/],
    ['no key', certificate, certificate, null, /no private key/],
    ['an unreadable key', certificate, key.replace(/^M/m, 'X'), null, /private key cannot be read/],
    ['an encrypted key', certificate, encrypted, null, /is encrypted.*CARREL_CLIENT_KEY_PASSPHRASE/],
    ['a wrong passphrase', certificate, encrypted, 'canary-passphrase', /does not open with this passphrase/],
  ])('with %s is refused without repeating any of it', (_what, cert, given, passphrase, says) => {
    const read = (): unknown => readClientCertificate(cert, given, passphrase);
    expect(read).toThrow(expect.objectContaining({ code: 'USAGE', message: expect.stringMatching(says) }));
    expect(read).not.toThrow(/canary|BEGIN|MIG/);
  });
});
