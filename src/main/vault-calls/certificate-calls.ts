import type { BrowserWindow } from 'electron';
import { commonNameOf } from '../../core/client/client-certificate.ts';
import { longestPem, readCertificates } from '../../core/client/trust.ts';
import { confirmIfProtected } from '../../core/vault/keys/confirm-passphrase.ts';
import type { Certificate } from '../../shared/contract.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { assertStillOpen, openVaultOf } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';
import type { ChosenCertificates } from './chosen-certificates.ts';
import { askForFile } from '../platform/open-dialog.ts';
import { readChosenPem } from './read-chosen-pem.ts';

type CertificateCalls = Pick<Handlers<'main'>, 'certificates.list' | 'certificates.choose' | 'certificates.clear'>;

/** Calls on certificates trusted in addition to the system's, from a file that a dialog of the main process chooses. */
export function certificateCalls(
  session: Pick<Session, 'isOpen' | 'vault'>,
  { pem, choose }: ChosenCertificates,
  window: () => BrowserWindow | null,
): CertificateCalls {
  return {
    'certificates.list': () => listOf(pem()),
    'certificates.choose': async ({ passphrase }) => {
      // Whoever adds a root at an unattended window could read the stored secret in the network afterwards.
      const during = openVaultOf(session);
      if (during !== null) await confirmIfProtected(during, passphrase);
      const path = await askForFile(window(), [{ name: 'Certificates (PEM)', extensions: ['pem', 'crt', 'cer'] }]);
      const chosen = path === null ? null : await readPem(path);
      assertStillOpen(session, during, 'The certificates are unchanged. Unlock, and choose them again.');
      if (chosen !== null) choose(chosen);
      return listOf(pem());
    },
    'certificates.clear': () => {
      choose(null);
      return listOf(pem());
    },
  };
}

async function readPem(path: string): Promise<string> {
  const text = readChosenPem(path, longestPem, 'The certificates are unchanged.');
  readCertificates(text);
  return text;
}

function listOf(pem: string | null): Certificate[] {
  return pem === null
    ? []
    : readCertificates(pem).map(({ subject, validTo }) => ({ subject: commonNameOf(subject), until: new Date(validTo).toISOString() }));
}
