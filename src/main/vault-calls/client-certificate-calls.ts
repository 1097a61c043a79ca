import type { BrowserWindow } from 'electron';
import { describeClientCertificate, holdsKey, longestIdentityPem, readClientCertificate } from '../../core/client/client-certificate.ts';
import type { OwnCertificate } from '../../shared/contract.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { assertStillOpen, openVaultOf } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';
import type { ChosenCertificates } from './chosen-certificates.ts';
import { askForFile } from '../platform/open-dialog.ts';
import { readChosenPem } from './read-chosen-pem.ts';

type ClientCertificateCalls = Pick<Handlers<'main'>, `clientCertificate.${'current' | 'choose' | 'clear' | 'forget'}`>;

const unchanged = 'The client certificate is unchanged.';

/** Calls on the client certificate for a gateway and its key, from files that dialogs of the main process choose. */
export function clientCertificateCalls(
  session: Pick<Session, 'isOpen' | 'vault'>,
  { own, chooseOwn, forgetChoice }: Pick<ChosenCertificates, 'own' | 'chooseOwn' | 'forgetChoice'>,
  window: () => BrowserWindow | null,
): ClientCertificateCalls {
  const current = (): OwnCertificate => {
    const { certificate, isKept } = own();
    if (certificate === null) return { certificate, isKept };
    const { subject, until } = describeClientCertificate(certificate);
    return { certificate: { subject, until }, isKept };
  };
  return {
    'clientCertificate.current': current,
    'clientCertificate.choose': async () => {
      const during = openVaultOf(session);
      const certificate = await askForPem(window(), 'Client certificate');
      if (certificate === null) return current();
      const key = holdsKey(certificate) ? certificate : await askForPem(window(), 'Private key of the client certificate');
      assertStillOpen(session, during, `${unchanged} Unlock, and choose it again.`);
      if (key !== null) chooseOwn(readClientCertificate(certificate, key, null));
      return current();
    },
    'clientCertificate.clear': () => {
      chooseOwn(null);
      return current();
    },
    'clientCertificate.forget': () => {
      forgetChoice();
      return current();
    },
  };
}

async function askForPem(window: BrowserWindow | null, title: string): Promise<string | null> {
  const path = await askForFile(window, [{ name: `${title} (PEM)`, extensions: ['pem', 'crt', 'cer', 'key'] }], title);
  return path === null ? null : readChosenPem(path, longestIdentityPem, unchanged);
}
