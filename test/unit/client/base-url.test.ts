import { describe, expect, test } from 'vitest';
import { addressOf, isLoopback, parseBaseUrl } from '../../../src/core/client/base-url.ts';
import { isDemoConnection } from '../../../src/core/client/demo-connection.ts';
import { parseTokenUrl } from '../../../src/core/client/token-address.ts';

/** Whether the sandbox's partner at an address counts as the demo. */
function isDemoConnectionTo(baseUrl: string): boolean {
  try {
    return isDemoConnection({ baseUrl, partnerId: 'DEMO-PARTNER' });
  } catch {
    return false;
  }
}

describe('base address', () => {
  test.each([
    ['https://research.example.org', 'https://research.example.org/'],
    ['https://research.example.org/', 'https://research.example.org/'],
    ['https://research.example.org/gateway/', 'https://research.example.org/gateway'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/'],
    ['http://localhost:8787', 'http://localhost:8787/'],
    ['http://[::1]:8787', 'http://[::1]:8787/'],
    ['http://127.8.9.10', 'http://127.8.9.10/'],
  ])('%s is accepted', (text, href) => {
    expect(parseBaseUrl(text).href).toBe(href);
  });

  test.each([
    ['research.example.org'],
    [''],
    ['ftp://research.example.org'],
    ['file:///etc'],
    ['http://research.example.org'],
    ['http://127.0.0.1.evil.org'],
    ['http://localhost.evil.org'],
    ['http://localhost.'],
    ['http://localhost.:8080'],
    ['http://128.0.0.1'],
    ['https://user:secret@research.example.org'],
    ['https://user@research.example.org'],
    ['https://@research.example.org'],
    ['https://research.example.org/a/../b'],
    ['https://research.example.org/a/%2e%2E/b'],
    ['https://research.example.org/..'],
    ['https://research.example.org/?a=1'],
    ['https://research.example.org/?'],
    ['https://research.example.org/#x'],
  ])('%s is USAGE', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test('a refusal does not repeat the credentials', () => {
    expect(() => parseBaseUrl('https://user:hunter2@research.example.org')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    );
  });

  test('a runtime for synthetic data accepts only loopback addresses', () => {
    expect(() => parseBaseUrl('https://research.example.org', { loopbackOnly: true })).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect(parseBaseUrl('http://127.0.0.1:1', { loopbackOnly: true }).port).toBe('1');
  });

  test('distinguishes loopback from addresses that look like it', () => {
    expect(isLoopback(new URL('http://127.0.0.1'))).toBe(true);
    expect(isLoopback(new URL('http://2130706433'))).toBe(true);
    expect(isLoopback(new URL('http://127.evil.org'))).toBe(false);
    expect(isLoopback(new URL('http://[::2]'))).toBe(false);
  });

  test.each([
    'https://localhost.',
    'https://LOCALHOST.:8080/x',
    'https://service.localhost',
    'https://service.localhost.',
    'https://localhost.localdomain',
    'https://localhost6',
    'https://localhost4.localdomain4',
    'https://ip6-localhost',
    'https://ip6-loopback.',
    'https://0.0.0.0',
    'https://0',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
  ])('%s only looks like this computer and is refused with the reason', (text) => {
    const says = expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('must name this computer as') });
    expect(() => parseBaseUrl(text)).toThrow(says);
    expect(() => parseTokenUrl(text, new URL('https://research.example.org'))).toThrow(says);
    expect(isDemoConnectionTo(text)).toBe(false);
  });

  test('accepts names that merely contain such a word', () => {
    expect(parseBaseUrl('https://localhost.example.org').host).toBe('localhost.example.org');
    expect(parseBaseUrl('https://my-localhost').host).toBe('my-localhost');
  });

  test('appends a path of the interface to the base path', () => {
    expect(addressOf(parseBaseUrl('https://h.example.org/gw/'), '/svc/api/Group').href).toBe('https://h.example.org/gw/svc/api/Group');
    expect(addressOf(parseBaseUrl('https://h.example.org'), '/svc/api/Group').href).toBe('https://h.example.org/svc/api/Group');
  });
});
