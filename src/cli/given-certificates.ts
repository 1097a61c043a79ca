import { longestIdentityPem, readClientCertificate } from '../core/client/client-certificate.ts';
import { longestPem, readCertificates, type ClientCertificate } from '../core/client/trust.ts';
import { AppError } from '../shared/errors.ts';
import type { Given, Options } from './command.ts';
import { readPemFile } from './pem-file.ts';

export const certificateOptions: Options = {
  'extra-certificates': { type: 'string', value: 'FILE|none', says: "PEM file of certificates to trust in addition to the system's" },
  'client-certificate': { type: 'string', value: 'FILE|none', says: 'PEM file of the client certificate a gateway requires' },
  'client-key': { type: 'string', value: 'FILE', says: 'PEM file of its private key (its passphrase: CARREL_CLIENT_KEY_PASSPHRASE)' },
};

/** The PEM text named by --extra-certificates; null for none, undefined if it was not given. Throws USAGE. */
export function givenExtraPem(given: Given): string | null | undefined {
  const file = given.text('extra-certificates');
  if (file === null || file === 'none') return file === null ? undefined : null;
  const pem = readPemFile(file, 'extra-certificates', longestPem);
  // Checked here because otherwise a service on this computer would be connected to, and a vault created, before the certificates are read.
  readCertificates(pem);
  return pem;
}

/** The certificate named by --client-certificate and --client-key; null for none, undefined if they were not given. Throws USAGE. */
export function givenClientCertificate(given: Given, passphrase: string | null): ClientCertificate | null | undefined {
  const [certificate, key] = [given.text('client-certificate'), given.text('client-key')];
  if (certificate === null && key === null) return undefined;
  if (certificate === 'none' && key === null) return null;
  if (certificate === null || certificate === 'none' || key === null)
    throw new AppError('USAGE', 'Give --client-certificate and --client-key together, or --client-certificate none. Nothing was sent.');
  return readClientCertificate(
    readPemFile(certificate, 'client-certificate', longestIdentityPem),
    readPemFile(key, 'client-key', longestIdentityPem),
    passphrase,
  );
}
