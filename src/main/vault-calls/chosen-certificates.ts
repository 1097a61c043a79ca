import { isDeepStrictEqual } from 'node:util';
import type { ClientCertificate } from '../../core/client/trust.ts';
import { keptClientCertificate, storedClientCertificate, type Identity } from '../../core/vault/client-certificate.ts';
import { readExtraPem, saveExtraPem } from '../../core/vault/extra-certificates.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Connection } from '../../shared/connection.ts';
import type { Session } from '../engines/session.ts';

/** The certificates that a person chose. */
export interface ChosenCertificates {
  /** Trusted beside the system's: PEM text, or null. Those of the vault while it is open, before there is one in memory. */
  readonly pem: () => string | null;
  /** Replaces them. Errors: USAGE. */
  readonly choose: (pem: string | null) => void;
  /** Shown to a gateway that asks for one, by the next connection that is made. */
  readonly own: () => OwnCertificate;
  /** For the next connection; the vault keeps what it has until that is proven and stored. */
  readonly chooseOwn: (own: ClientCertificate | null) => void;
  /** Both, as a connection is made with them: a certificate that is kept goes to the hosts that it was given for, one chosen since then to those of the next connection. */
  readonly identity: (connection: Connection) => Identity;
  /** The next connection was stored with what was chosen, or is not made, or Carrel is locked: the vault alone counts again, and nothing of a key stays in memory. */
  readonly forgetChoice: () => void;
  /** Keeps in a vault that was just made the trusted ones that were chosen before there was one. */
  readonly settle: () => void;
}

/** `isKept`: the vault has it already, or nothing is chosen and kept. */
export interface OwnCertificate {
  readonly certificate: ClientCertificate | null;
  readonly isKept: boolean;
}

type OpenedSession = Pick<Session, 'isOpen' | 'vault'>;

export function createChosenCertificates(session: OpenedSession): ChosenCertificates {
  const own = createOwnChoice(session);
  let unsettled: string | null = null;
  const choose = (pem: string | null): void => {
    if (session.isOpen) saveExtraPem(session.vault(), pem);
    unsettled = session.isOpen ? null : pem;
  };
  // What a sync trusts is the vault's: nothing else is shown or tested while it is open.
  const pem = (): string | null => (session.isOpen ? readExtraPem(session.vault()) : unsettled);
  return {
    pem,
    choose,
    own: own.current,
    chooseOwn: own.choose,
    identity: (connection) => ({ extraPem: pem(), clientCertificate: own.of(connection) }),
    forgetChoice: own.forget,
    settle: () => {
      if (unsettled !== null) choose(unsettled);
    },
  };
}

interface OwnChoice {
  readonly current: () => OwnCertificate;
  readonly choose: (own: ClientCertificate | null) => void;
  readonly of: (connection: Connection) => ClientCertificate | null;
  readonly forget: () => void;
}

/** In memory only, and no longer than the vault stays open that was open when it was made; one made before there was a vault goes to the first. */
function createOwnChoice(session: OpenedSession): OwnChoice {
  let made: { readonly own: ClientCertificate | null; readonly during: Vault | null } | null = null;
  const open = (): Vault | null => (session.isOpen ? session.vault() : null);
  const choice = (): { readonly own: ClientCertificate | null } | null => {
    if (made !== null && made.during !== null && made.during !== open()) made = null;
    return made;
  };
  return {
    current: () => {
      const [chosen, vault] = [choice(), open()];
      const kept = vault === null ? null : storedClientCertificate(vault);
      return chosen === null
        ? { certificate: kept, isKept: true }
        : { certificate: chosen.own, isKept: isDeepStrictEqual(chosen.own, kept) };
    },
    choose: (own) => {
      made = { own, during: open() };
    },
    of: (connection) => {
      const [chosen, vault] = [choice(), open()];
      if (chosen !== null) return chosen.own;
      return vault === null ? null : keptClientCertificate(vault, connection);
    },
    forget: () => {
      made = null;
    },
  };
}
