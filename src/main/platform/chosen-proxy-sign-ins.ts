import { assertSignIn, type SignIn } from '../../core/client/proxy-sign-in.ts';
import { readProxySignIns, saveProxySignIn } from '../../core/vault/proxy-sign-ins.ts';
import type { Vault } from '../../core/vault/vault.ts';

/** The user names and passwords that a person gave for proxies: those of the vault while it is open, before there is one in memory. */
export interface ChosenProxySignIns {
  /** By the proxy's scheme, host and port. */
  readonly list: () => ReadonlyMap<string, SignIn>;
  /** What to sign in with; null where nothing is kept, or where it was refused: sent again and again, it would lock the account. */
  readonly of: (proxy: string) => SignIn | null;
  /** Keeps it, or forgets it (null). Errors: USAGE, STORE. */
  readonly choose: (proxy: string, signIn: SignIn | null) => void;
  /** The proxy refused what is kept: it is not sent again before it is given anew or Carrel is started again. */
  readonly refused: (proxy: string) => void;
  /** Keeps in a vault that was just made what was given before there was one. */
  readonly settle: () => void;
}

/** The session as this sees it: the session itself asks it for the way to the service. */
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
      if (session.isOpen) saveProxySignIn(session.vault(), proxy, signIn);
      else if (signIn === null) unsettled.delete(proxy);
      else unsettled.set(proxy, signIn);
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
