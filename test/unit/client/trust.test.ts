import { describe, expect, test } from 'vitest';
import { longestPem, readCertificates } from '../../../src/core/client/trust.ts';
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
