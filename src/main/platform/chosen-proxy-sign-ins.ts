import { assertSignIn, proxyId, type SignIn } from '../../core/client/proxy-sign-in.ts';
import { parseProxy } from '../../core/client/proxy.ts';
import { readProxySignIns, saveProxySignIn } from '../../core/vault/settings/proxy-sign-ins.ts';
import type { Vault } from '../../core/vault/vault.ts';

/** User names and passwords for proxies: from the vault while it is open, otherwise in memory. */
export interface ChosenProxySignIns {
  /** Keyed by the proxy's scheme, host and port. */
  readonly list: () => ReadonlyMap<string, SignIn>;
  /** Returns the sign-in for a proxy, or null if there is none or it was refused, because repeated attempts could lock the account. */
  readonly of: (proxy: string) => SignIn | null;
  /** Stores a sign-in, or removes it (null). Throws USAGE, also if `proxy` is no address; STORE. */
  readonly choose: (proxy: string, signIn: SignIn | null) => void;
  /** Call when the proxy refused the stored sign-in. It is not sent again until it is entered again or Carrel restarts. */
  readonly refused: (proxy: string) => void;
  /** Stores in a new vault what was entered before it existed. */
  readonly settle: () => void;
}

/** The part of the session that is used here. The session in turn uses the sign-ins for the route to the service. */
interface Opened {
  readonly isOpen: boolean;
  readonly vault: () => Vault;
}

export function createChosenProxySignIns(session: Opened): ChosenProxySignIns {
  const unsettled = new Map<string, SignIn>();
  const refused = new Set<string>();
  const list = (): ReadonlyMap<string, SignIn> => (session.isOpen ? readProxySignIns(session.vault()) : unsettled);
  return {
    list,
    of: (proxy) => (refused.has(proxy) ? null : (list().get(proxy) ?? null)),
    choose: (proxy, signIn) => {
      if (signIn !== null) assertSignIn(signIn);
      const { proxy: name } = proxyId(parseProxy(proxy));
      if (session.isOpen) saveProxySignIn(session.vault(), name, signIn);
      else if (signIn === null) unsettled.delete(name);
      else unsettled.set(name, signIn);
      refused.delete(proxy);
    },
    refused: (proxy) => {
      refused.add(proxy);
    },
    settle: () => {
      for (const [proxy, signIn] of unsettled) saveProxySignIn(session.vault(), proxy, signIn);
      unsettled.clear();
    },
  };
}
