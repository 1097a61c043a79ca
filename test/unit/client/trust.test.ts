import { createHash, X509Certificate } from 'node:crypto';
import { rootCertificates, type PeerCertificate } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { identityOf, longestPem, readCertificates, trustedRoots } from '../../../src/core/client/trust.ts';
import { fixture } from '../../contract/secure-service.ts';

const root = fixture('root-cert');
const service = fixture('service-cert');
const begin = '-----BEGIN CERTIFICATE-----\n';
const end = '-----END CERTIFICATE-----\n';

describe('extra certificates as PEM text', () => {
  test.each([
    ['one', root, 1],
    ['two, with text between them', `the root\n${root}\nthe service\n${service}bye\n`, 2],
    ['one with Windows line endings', root.replaceAll('\n', '\r\n'), 1],
  ])('%s', (_what, pem, count) => {
    expect(readCertificates(pem)).toHaveLength(count);
  });

  test.each([
    ['nothing', ''],
    ['no certificate', 'hello'],
    ['a private key', fixture('service-key')],
    ['a private key beside a certificate', root + fixture('service-key')],
    ['a block that is not a certificate', `${begin}AAAA\n${end}`],
    ['a valid one and a truncated one', root + service.slice(0, 200)],
    ['a valid one and an end without its beginning', root + end],
    ['one inside another', begin + root],
  ])('%s is USAGE', (_what, pem) => {
    expect(() => readCertificates(pem)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  // One pass takes milliseconds; a search to the end of the text from each line took over 16 s on a fast machine.
  test('refuses the longest text that is read, all BEGIN lines without an END, in one pass', { timeout: 15_000 }, () => {
    const pem = begin.repeat(Math.floor(longestPem / begin.length));
    expect(() => readCertificates(pem)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});

test('the extra certificates are trusted beside the usual roots, each once', () => {
  const usual = trustedRoots(null);
  expect(usual).toEqual(expect.arrayContaining([rootCertificates[0]]));
  const more = trustedRoots(`${root}${root}`);
  expect(more).toHaveLength(usual.length + 1);
  expect(more).toContain(root);
});

describe('a service with pinned keys', () => {
  const certificate = new X509Certificate(service);
  const pin = createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const peer = { raw: certificate.raw, subjectaltname: 'DNS:research.example.org', subject: {} } as unknown as PeerCertificate;
  const check = (host: string, pins: readonly string[]) => identityOf(pins).checkServerIdentity?.(host, peer);

  test('must prove one of them', () => {
    expect(check('research.example.org', ['other', pin])).toBeUndefined();
    expect(check('research.example.org', ['other'])).toMatchObject({
      code: 'TLS',
      message: expect.stringContaining('research.example.org proved none of the pinned keys'),
    });
  });

  test('must have its name in the certificate as well', () => {
    expect(check('other.example.org', [pin])).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test('is checked as usual without pins', () => {
    expect(identityOf(null)).toEqual({});
  });
});
