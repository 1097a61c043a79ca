import { readExtraPem, saveExtraPem } from '../core/vault/extra-certificates.ts';
import type { Session } from './session.ts';

/** The certificates that a person chose: those of the vault while it is open, before there is one in memory. */
export interface ChosenCertificates {
  /** PEM text, or null. */
  readonly pem: () => string | null;
  /** Replaces them. Errors: USAGE. */
  readonly choose: (pem: string | null) => void;
  /** Keeps in a vault that was just made what was chosen before there was one. */
  readonly settle: () => void;
}

export function createChosenCertificates(session: Pick<Session, 'isOpen' | 'vault'>): ChosenCertificates {
  let unsettled: string | null = null;
  const choose = (pem: string | null): void => {
    if (session.isOpen) saveExtraPem(session.vault(), pem);
    unsettled = session.isOpen ? null : pem;
  };
  return {
    // What a sync trusts is the vault's: nothing else is shown or tested while it is open.
    pem: () => (session.isOpen ? readExtraPem(session.vault()) : unsettled),
    choose,
    settle: () => {
      if (unsettled !== null) choose(unsettled);
    },
  };
}
