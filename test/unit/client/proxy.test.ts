import { describe, expect, test } from 'vitest';
import { parseProxy, proxyFromDecision, proxyFromEnvironment } from '../../../src/core/client/proxy.ts';

const service = new URL('https://research.example.org');
const proxy = 'http://proxy.example.net:3128';

describe('the proxy from the environment', () => {
  test.each([
    ['nothing', {}, null],
    ['HTTPS_PROXY', { HTTPS_PROXY: proxy }, proxy],
    ['https_proxy first', { https_proxy: proxy, HTTPS_PROXY: 'http://other' }, proxy],
    ['ALL_PROXY if there is no other', { ALL_PROXY: proxy }, proxy],
    ['https_proxy before all_proxy', { https_proxy: proxy, all_proxy: 'http://other' }, proxy],
    ['an empty value does not count', { HTTPS_PROXY: ' ', all_proxy: proxy }, proxy],
    ['HTTP_PROXY is for plain http', { HTTP_PROXY: proxy, http_proxy: proxy }, null],
  ])('%s', (_what, environment, expected) => {
    expect(proxyFromEnvironment(service, environment)).toBe(expected);
  });

  test.each([['http://127.0.0.1:8787'], ['http://localhost:8787'], ['https://localhost'], ['https://127.3.2.1:8443'], ['https://[::1]']])(
    'is never used for %s, on this computer',
    (address) => {
      expect(proxyFromEnvironment(new URL(address), { HTTPS_PROXY: proxy })).toBeNull();
      expect(proxyFromDecision(new URL(address), 'PROXY proxy:3128')).toBeNull();
    },
  );

  test.each([
    ['*', true],
    ['research.example.org', true],
    ['RESEARCH.example.ORG', true],
    ['example.org', true],
    ['.example.org', true],
    ['*.example.org', true],
    ['example.org.', true],
    ['other.test, example.org', true],
    ['other.test example.org:443', true],
    ['example.org:8443', false],
    ['ample.org', false],
    ['org.example', false],
    ['h.example.org', false],
    ['.', false],
    [',,', false],
    ['10.0.0.0/8', false],
  ])('NO_PROXY %j covers research.example.org: %s', (exceptions, covered) => {
    expect(proxyFromEnvironment(service, { HTTPS_PROXY: proxy, NO_PROXY: exceptions })).toBe(covered ? null : proxy);
  });

  test.each([
    ['https://daten.bücher.example', 'bücher.example', true],
    ['https://daten.bücher.example', '.BÜCHER.example', true],
    ['https://daten.bücher.example', 'bücher。example', true],
    ['https://daten.bücher.example', 'xn--bcher-kva.example', true],
    ['https://daten.bücher.example', 'bücher.example/8', false],
    ['https://daten.bücher.example', 'x@bücher.example', false],
    ['https://daten.bücher.example', 'bucher.example', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://10.1.2.3', '11.0.0.0/8', false],
    ['https://10.1.2.3', '10.0.0.0/99', false],
    ['https://10.1.2.3', '10.0.0.0/x', false],
    ['https://10.1.2.3', '192.0.2.1/', false],
    ['https://10.1.2.3', '192.0.2.1/-1', false],
    ['https://10.1.2.3', '2.3', false],
    ['https://10.1.2.3:8443', '10.1.2.3:8443', true],
    ['https://10.1.2.3:8443', '10.1.2.3:443', false],
    ['https://[2001:db8::7]', '2001:db8::7', true],
    ['https://[2001:db8::7]', '[2001:db8::7]', true],
    ['https://[2001:db8::7]', '[2001:db8::7]:443', true],
    ['https://[2001:db8::7]', '2001:db8::/32', true],
    ['https://[2001:db8::7]', '2001:db9::/32', false],
  ])('%s is covered by NO_PROXY %s: %s', (address, no_proxy, covered) => {
    expect(proxyFromEnvironment(new URL(address), { HTTPS_PROXY: proxy, no_proxy })).toBe(covered ? null : proxy);
  });
});

describe('the proxy that the system or its script chooses', () => {
  test.each([
    ['DIRECT', null],
    ['', null],
    ['PROXY one.example.net:3128', 'http://one.example.net:3128'],
    ['HTTPS two.example.net:443', 'https://two.example.net:443'],
    ['proxy one:3128; DIRECT', 'http://one:3128'],
    ['DIRECT; PROXY one:3128', null],
    ['SOCKS5 s:1080; PROXY one:3128', 'http://one:3128'],
    ['SOCKS s:1080; DIRECT', null],
    ['QUIC q:443; PROXY one:3128', 'http://one:3128'],
    ['QUIC q:443; DIRECT', null],
    [' ; ;', null],
    ['PROXY [2001:db8::1]:3128', 'http://[2001:db8::1]:3128'],
  ])('%j', (decision, expected) => {
    expect(proxyFromDecision(service, decision)).toBe(expected);
  });

  test('refuses SOCKS alone and says that it is not supported', () => {
    for (const decision of ['SOCKS s:1080', 'SOCKS5 s:1080; SOCKS4 t:1080'])
      expect(() => proxyFromDecision(service, decision)).toThrow(/SOCKS proxy, which Carrel does not support/);
  });

  test('a proxy that cannot be used is USAGE and never silently bypassed', () => {
    for (const decision of ['QUIC q:443', 'MASQUE m:443; QUIC q:443', 'PROXY', 'nonsense'])
      expect(() => proxyFromDecision(service, decision)).toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('a proxy that Carrel cannot use') }),
      );
  });
});

describe('the address of a proxy', () => {
  test.each([
    ['proxy.example.net:3128', 'http://proxy.example.net:3128/'],
    ['proxy', 'http://proxy/'],
    ['HTTPS://proxy:8443', 'https://proxy:8443/'],
    ['http://me:p%40ss@proxy:3128', 'http://me:p%40ss@proxy:3128/'],
  ])('%s', (text, href) => {
    expect(parseProxy(text).href).toBe(href);
  });

  test.each([
    ['socks5://me:letmein@proxy:1080'],
    ['socks5h://proxy'],
    ['ftp://me:letmein@proxy'],
    ['http://me:letmein@'],
    ['http://me:letmein%zz@proxy'],
    ['http://me:letmein@proxy:99999'],
    ['not an address'],
  ])('%s is USAGE and is not repeated', (text) => {
    expect(() => parseProxy(text)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.not.stringMatching(/letmein|proxy:/) }),
    );
  });
});
