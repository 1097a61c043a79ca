import { isDeepStrictEqual } from 'node:util';
import type { ClientCertificate } from '../../core/client/trust.ts';
import { keptClientCertificate, storedClientCertificate, type Identity } from '../../core/vault/settings/client-certificate.ts';
import { readExtraPem, saveExtraPem } from '../../core/vault/settings/extra-certificates.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Connection } from '../../shared/connection.ts';
import { openVaultOf } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

/** The certificates that a person chose. */
export interface ChosenCertificates {
  /** Certificates trusted in addition to the system's: PEM text, or null. From the vault while it is open, otherwise from memory. */
  readonly pem: () => string | null;
  /** Replaces them. Throws USAGE. */
  readonly choose: (pem: string | null) => void;
  /** The client certificate that the next connection presents to a gateway that asks for one. */
  readonly own: () => OwnCertificate;
  /** Chooses one for the next connection. The vault keeps its own until that connection is proven and stored. */
  readonly chooseOwn: (own: ClientCertificate | null) => void;
  /**
   * Returns both for a connection. A stored client certificate is used only for the hosts it was given for, a newly chosen one for those
   * of the next connection.
   */
  readonly identity: (connection: Connection) => Identity;
  /** Call when the next connection was stored or given up, or at a lock. Only the vault counts then, and no key stays in memory. */
  readonly forgetChoice: () => void;
  /** Stores in a new vault the trusted certificates that were chosen before it existed. */
  readonly settle: () => void;
}

/** `isKept` is true if the vault has the certificate already, or if none is chosen and none stored. */
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
  // A sync trusts the certificates in the vault, so nothing else is shown or tested while it is open.
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

/** A choice stays in memory only, until the vault that was open then is closed. One made before there was a vault applies to the first. */
function createOwnChoice(session: OpenedSession): OwnChoice {
  let made: { readonly own: ClientCertificate | null; readonly during: Vault | null } | null = null;
  const open = (): Vault | null => openVaultOf(session);
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
