import { expect, test } from 'vitest';
import { assertSignIn, ProxyWantsSignIn, proxyId, schemesOf, withSignIn } from '../../../src/core/client/proxy-sign-in.ts';

const me = { user: 'dom\\me@lab', password: 'p:%/?# ä' };

test('adds a user name and password only to an address without them, and preserves them exactly', () => {
  const url = withSignIn(new URL('http://proxy.example.org:3128'), me);
  expect([decodeURIComponent(url.username), decodeURIComponent(url.password), url.host]).toEqual([
    me.user,
    me.password,
    'proxy.example.org:3128',
  ]);
  expect(withSignIn(new URL('http://other:own@proxy'), me).password).toBe('own');
});

test.each([
  ['http://me:own@Proxy.example.org', 'http://proxy.example.org:80', false],
  ['https://proxy.example.org/path', 'https://proxy.example.org:443', true],
  ['http://[::1]:3128', 'http://[::1]:3128', false],
])('%s is identified as %s', (address, proxy, overTls) => {
  expect(proxyId(new URL(address))).toEqual({ proxy, overTls });
});

test.each([
  [['Basic realm="a"'], ['basic']],
  [['Negotiate, NTLM'], ['negotiate', 'ntlm']],
  [
    ['Negotiate YIIabc==', 'basic REALM = "x, NTLM y"'],
    ['negotiate', 'basic'],
  ],
  [['Digest realm="x", qop="auth", basic = "no", Basic realm="\\"y"'], ['digest', 'basic']],
  [['<script>', 'Made-Up x', ''], []],
])('%j offers the schemes %j', (challenges, schemes) => {
  expect(schemesOf(challenges)).toEqual(schemes);
});

test.each([
  [['Basic realm="a"'], false, 'asks for a user name and password. Mirrored', true],
  [['NTLM, basic'], true, 'rejected the user name and password. Mirrored', true],
  [['NTLM', 'Negotiate'], false, 'asks for a sign-in by NTLM, Negotiate (Kerberos or NTLM), but Carrel can sign in by Basic only.', false],
  [['Made-Up x'], true, 'asks for a sign-in in a way that it does not name, but', false],
])('a proxy that sends %j (credentials given: %s) %s', (challenges, given, says, isBasic) => {
  const error = new ProxyWantsSignIn(new URL('http://proxy:3128'), challenges, given);
  expect(error.message).toContain(`The proxy proxy:3128 ${says}`);
  expect(error.asks).toMatchObject({ isBasic, isRefused: given });
});

test('keeps a user name alone in the address', () => {
  expect(withSignIn(new URL('http://other@proxy'), me).username).toBe('other');
  expect(withSignIn(new URL('http://:own@proxy'), me).password).toBe('own');
  expect(withSignIn(new URL('http://proxy'), null).username).toBe('');
});

test.each([[me], [{ user: 'a', password: '' }], [{ user: 'ä b', password: 'x:y' }]])('%j can be sent', (signIn) => {
  expect(() => assertSignIn(signIn)).not.toThrow();
});

test('does not repeat the challenge of a proxy or the credentials in its address', () => {
  const error = new ProxyWantsSignIn(new URL('http://me:own@proxy:1'), ['Evil \u001b[31m', 'NTLM hush'], true);
  expect(error.message).not.toMatch(/own|hush|Evil|\u001b/);
  expect(error.asks).toEqual({ proxy: 'http://proxy:1', overTls: false, isBasic: false, isRefused: true });
});

test.each([
  ['', 'x'],
  ['a:b', 'x'],
  ['a\r\nb', 'x'],
  ['a', 'x\ny'],
  ['a\ud800', 'x'],
  ['a', '\ud800'],
])('a user name %j with a password %j cannot be sent', (user, password) => {
  expect(() => assertSignIn({ user, password })).toThrow(expect.objectContaining({ code: 'USAGE' }));
});
