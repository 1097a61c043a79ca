import type { ClientCertificate } from '../core/client/trust.ts';
import { saveClientCertificate, storedClientCertificate, type Identity } from '../core/vault/client-certificate.ts';
import { readExtraPem, saveExtraPem } from '../core/vault/extra-certificates.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { Session } from './session.ts';

/** The certificates that a person chose: those of the vault while it is open, before there is one in memory. */
export interface ChosenCertificates {
  /** Trusted beside the system's: PEM text, or null. */
  readonly pem: () => string | null;
  /** Replaces them. Errors: USAGE. */
  readonly choose: (pem: string | null) => void;
  /** Shown to a gateway that asks for one, or null. */
  readonly own: () => ClientCertificate | null;
  readonly chooseOwn: (own: ClientCertificate | null) => void;
  /** Both, as a connection is made with them. */
  readonly identity: () => Identity;
  /** Keeps in a vault that was just made what was chosen before there was one. */
  readonly settle: () => void;
}

type OpenedSession = Pick<Session, 'isOpen' | 'vault'>;

export function createChosenCertificates(session: OpenedSession): ChosenCertificates {
  const extra = chosenOne(session, readExtraPem, saveExtraPem);
  const own = chosenOne(session, storedClientCertificate, saveClientCertificate);
  return {
    pem: extra.current,
    choose: extra.choose,
    own: own.current,
    chooseOwn: own.choose,
    identity: () => ({ extraPem: extra.current(), clientCertificate: own.current() }),
    settle: () => {
      extra.settle();
      own.settle();
    },
  };
}

interface ChosenOne<T> {
  readonly current: () => T | null;
  readonly choose: (value: T | null) => void;
  readonly settle: () => void;
}

function chosenOne<T>(
  session: OpenedSession,
  read: (vault: Vault) => T | null,
  save: (vault: Vault, value: T | null) => void,
): ChosenOne<T> {
  let unsettled: T | null = null;
  const choose = (value: T | null): void => {
    if (session.isOpen) save(session.vault(), value);
    unsettled = session.isOpen ? null : value;
  };
  return {
    // What a sync trusts and shows is the vault's: nothing else is shown or tested while it is open.
    current: () => (session.isOpen ? read(session.vault()) : unsettled),
    choose,
    settle: () => {
      if (unsettled !== null) choose(unsettled);
    },
  };
}
