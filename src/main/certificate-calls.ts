import { readFile, stat } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import { longestPem, readCertificates } from '../core/client/trust.ts';
import type { Certificate } from '../shared/contract.ts';
import { AppError } from '../shared/errors.ts';
import type { Handlers } from '../shared/rpc.ts';
import type { ChosenCertificates } from './chosen-certificates.ts';
import { askForFile } from './open-dialog.ts';

type CertificateCalls = Pick<Handlers<'main'>, 'certificates.list' | 'certificates.choose' | 'certificates.clear'>;

/** Certificates that are trusted beside the system's, from a file that a dialog of the main process names. */
export function certificateCalls({ pem, choose }: ChosenCertificates, window: () => BrowserWindow | null): CertificateCalls {
  return {
    'certificates.list': () => listOf(pem()),
    'certificates.choose': async () => {
      const path = await askForFile(window(), [{ name: 'Certificates (PEM)', extensions: ['pem', 'crt', 'cer'] }]);
      if (path !== null) choose(await readPem(path));
      return listOf(pem());
    },
    'certificates.clear': () => {
      choose(null);
      return listOf(pem());
    },
  };
}

async function readPem(path: string): Promise<string> {
  try {
    if ((await stat(path)).size <= longestPem) {
      const text = await readFile(path, 'utf8');
      readCertificates(text);
      return text;
    }
  } catch (error: unknown) {
    throw error instanceof AppError ? error : new AppError('USAGE', 'This file cannot be read. The certificates are as before.', error);
  }
  throw new AppError('USAGE', 'This file is too large for certificates. They are as before.');
}

function listOf(pem: string | null): Certificate[] {
  return pem === null
    ? []
    : readCertificates(pem).map(({ subject, validTo }) => ({ subject: nameOf(subject), until: new Date(validTo).toISOString() }));
}

/** The common name of a subject, or all of it on one line. */
function nameOf(subject: string): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
}
