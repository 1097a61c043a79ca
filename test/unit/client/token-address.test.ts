import { expect, test } from 'vitest';
import { otherTokenHost, parseTokenUrl, tokenAddressOf } from '../../../src/core/client/token-address.ts';

const far = new URL('https://research.example.org/gateway');
const here = new URL('http://127.0.0.1:8080');

test('requests tokens at the address of the interface unless the connection names another one', () => {
  const baseUrl = 'https://research.example.org/gateway';
  expect(tokenAddressOf({ baseUrl }).href).toBe(`${baseUrl}/svc-apim/external/svc-oidc/oauth2/token`);
  expect(tokenAddressOf({ baseUrl, tokenUrl: 'https://login.example/t?p=1' }).href).toBe('https://login.example/t?p=1');
  expect(otherTokenHost({ baseUrl })).toBeNull();
  expect(otherTokenHost({ baseUrl, tokenUrl: 'https://research.example.org/other' })).toBeNull();
  expect(otherTokenHost({ baseUrl, tokenUrl: 'https://research.example.org:8443/other' })).toBe('research.example.org:8443');
});

test.each([
  ['https://login.example/oauth2/token', far],
  ['https://login.example/t?policy=a', here],
  ['http://localhost:9000/token', here],
  ['http://[::1]:9000/token', here],
])('%s is accepted', (text, base) => {
  expect(parseTokenUrl(text, base).href).toBe(text);
});

test.each([
  ['', far, /is not a web address/],
  ['login.example', far, /is not a web address/],
  ['ftp://login.example', far, /is not a web address/],
  ['http://login.example/token', far, /must start with https/],
  ['http://login.example/token', here, /must start with https/],
  ['http://127.0.0.1/token', far, /must start with https/],
  ['https://me:pw@login.example/token', far, /user name or password/],
  ['https://@login.example/token', far, /user name or password/],
  ['https://login.example/a/../token', far, /"\.\."/],
  ['https://login.example/token#x', far, /fragment/],
])('%j is refused with the reason, without repeating a password', (text, base, says) => {
  expect(() => parseTokenUrl(text, base)).toThrow(expect.objectContaining({ code: 'USAGE', message: expect.stringMatching(says) }));
  expect(() => parseTokenUrl(text, base)).not.toThrow(/pw/);
});

test('a runtime for synthetic data accepts only token addresses on this computer', () => {
  const rules = { loopbackOnly: true };
  expect(() => tokenAddressOf({ baseUrl: here.href, tokenUrl: 'https://login.example/t' }, rules)).toThrow(/on this computer/);
  expect(tokenAddressOf({ baseUrl: here.href, tokenUrl: 'https://localhost/t' }, rules).host).toBe('localhost');
});
