import type { ClientCertificate } from '../../core/client/trust.ts';
import {
  keptClientCertificate,
  saveClientCertificate,
  storedClientCertificate,
  type Identity,
} from '../../core/vault/client-certificate.ts';
import { readExtraPem, saveExtraPem } from '../../core/vault/extra-certificates.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Connection } from '../../shared/connection.ts';
import type { Session } from '../engines/session.ts';

/** The certificates that a person chose: those of the vault while it is open, before there is one in memory. */
export interface ChosenCertificates {
  /** Trusted beside the system's: PEM text, or null. */
  readonly pem: () => string | null;
  /** Replaces them. Errors: USAGE. */
  readonly choose: (pem: string | null) => void;
  /** Shown to a gateway that asks for one, or null. */
  readonly own: () => ClientCertificate | null;
  readonly chooseOwn: (own: ClientCertificate | null) => void;
  /** Both, as a connection is made with them: a certificate that is kept goes to the hosts that it was given for, one chosen since then to those of the next connection. */
  readonly identity: (connection: Connection) => Identity;
  /** The connection that was made with what was chosen is stored. */
  readonly connected: () => void;
  /** Keeps in a vault that was just made what was chosen before there was one. */
  readonly settle: () => void;
}

type OpenedSession = Pick<Session, 'isOpen' | 'vault'>;

export function createChosenCertificates(session: OpenedSession): ChosenCertificates {
  const extra = chosenOne(session, readExtraPem, saveExtraPem);
  const own = chosenOne(session, storedClientCertificate, saveClientCertificate);
  let isForNext = false;
  return {
    pem: extra.current,
    choose: extra.choose,
    own: own.current,
    chooseOwn: (chosen) => {
      own.choose(chosen);
      isForNext = true;
    },
    identity: (connection) => ({
      extraPem: extra.current(),
      clientCertificate: session.isOpen && !isForNext ? keptClientCertificate(session.vault(), connection) : own.current(),
    }),
    connected: () => {
      isForNext = false;
    },
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
