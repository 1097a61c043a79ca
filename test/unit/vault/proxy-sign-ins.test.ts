import { expect, test } from 'vitest';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { readProxySignIns, saveProxySignIn, signedIn } from '../../../src/core/vault/settings/proxy-sign-ins.ts';
import { createChosenProxySignIns } from '../../../src/main/platform/chosen-proxy-sign-ins.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const folder = temporaryFolders();
const me = { user: 'me', password: 'letmein' };
const proxy = 'http://proxy.example.org:3128';

test('keeps a sign-in for its proxy only, records it without user name and password, and forgets it on request', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  saveProxySignIn(vault, proxy, me);
  saveProxySignIn(vault, 'https://proxy.example.org:3128', { user: 'other', password: 'own' });
  expect(readProxySignIns(vault).get(proxy)).toEqual(me);
  saveProxySignIn(vault, proxy, null);
  expect([...readProxySignIns(vault).keys()]).toEqual(['https://proxy.example.org:3128']);
  expect(() => saveProxySignIn(vault, proxy, { user: 'a:b', password: '' })).toThrow(expect.objectContaining({ code: 'USAGE' }));
  const events = vault.audit.entries().map(({ event }) => event);
  expect(events.slice(1)).toEqual([
    { kind: 'proxy-sign-in-changed', proxy, kept: true },
    { kind: 'proxy-sign-in-changed', proxy: 'https://proxy.example.org:3128', kept: true },
    { kind: 'proxy-sign-in-changed', proxy, kept: false },
  ]);
  vault.close();
});

test('adds a sign-in to the address of its own proxy only', () => {
  const signInOf = (name: string) => (name === proxy ? me : null);
  expect(signedIn('proxy.example.org:3128', signInOf)).toBe('http://me:letmein@proxy.example.org:3128/');
  for (const other of ['https://proxy.example.org:3128', 'http://proxy.example.org', 'http://evil.example.org:3128'])
    expect(signedIn(other, signInOf)).not.toContain('letmein');
  expect(signedIn(null, signInOf)).toBeNull();
});

test('stores an earlier sign-in once a vault exists, and does not send a refused one until it is given anew', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const state = { isOpen: false };
  const chosen = createChosenProxySignIns({
    get isOpen() {
      return state.isOpen;
    },
    vault: () => vault,
  });
  expect(() => {
    chosen.choose('any text', me);
  }).toThrow(expect.objectContaining({ code: 'USAGE' }) as Error);
  expect(chosen.list().size).toBe(0);
  chosen.choose(proxy, me);
  expect([chosen.of(proxy), readProxySignIns(vault).size]).toEqual([me, 0]);
  state.isOpen = true;
  expect(chosen.of(proxy)).toBeNull();
  chosen.settle();
  expect([chosen.of(proxy), readProxySignIns(vault).size]).toEqual([me, 1]);
  chosen.refused(proxy);
  expect([chosen.of(proxy), chosen.list().get(proxy)]).toEqual([null, me]);
  chosen.choose(proxy, { ...me, password: 'new' });
  expect(chosen.of(proxy)?.password).toBe('new');
  chosen.choose(proxy, null);
  expect([chosen.of(proxy), readProxySignIns(vault).size]).toEqual([null, 0]);
  vault.close();
});
