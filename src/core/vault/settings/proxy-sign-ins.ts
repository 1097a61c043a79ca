import { z } from 'zod';
import { assertSignIn, proxyId, withSignIn, type SignIn } from '../../client/proxy-sign-in.ts';
import { parseProxy } from '../../client/proxy.ts';
import type { Vault } from '../vault.ts';

/** The vault's setting for the user names and passwords of proxies. */
const setting = 'proxy-sign-ins';
const storedSchema = z.record(z.string(), z.strictObject({ user: z.string(), password: z.string() }));

/** All stored sign-ins, by the proxy's scheme, host and port (`http://proxy.example.org:3128`). */
export function readProxySignIns(vault: Pick<Vault, 'setting'>): ReadonlyMap<string, SignIn> {
  return new Map(Object.entries(storedSchema.parse(JSON.parse(vault.setting(setting) ?? '{}'))));
}

/** Stores the sign-in of one proxy, or deletes it (null). Throws USAGE if it cannot be sent or `proxy` is invalid; STORE. */
export function saveProxySignIn(vault: Pick<Vault, 'setting' | 'saveSetting'>, proxy: string, signIn: SignIn | null): void {
  if (signIn !== null) assertSignIn(signIn);
  const { proxy: name } = proxyId(parseProxy(proxy));
  const kept = new Map(readProxySignIns(vault));
  if (signIn === null) kept.delete(name);
  else kept.set(name, { user: signIn.user, password: signIn.password });
  vault.saveSetting(setting, JSON.stringify(Object.fromEntries(kept)), {
    kind: 'proxy-sign-in-changed',
    proxy: name,
    kept: signIn !== null,
  });
}

/** Adds the sign-in that `signInOf` returns to a proxy's address; null without a proxy. Throws USAGE. */
export function signedIn(proxy: string | null, signInOf: (proxy: string) => SignIn | null): string | null {
  if (proxy === null) return null;
  const url = parseProxy(proxy);
  return withSignIn(url, signInOf(proxyId(url).proxy)).href;
}
