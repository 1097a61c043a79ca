import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { certificateBlocks, type ClientCertificate } from './trust.ts';

/** Largest PEM file that is read, in bytes; a chain or a key has a few thousand. */
export const longestIdentityPem = 64 * 1024;

/** Whether a PEM text contains a private key of any kind. */
export function holdsKey(pem: string): boolean {
  return /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/.test(pem);
}

/**
 * Reads a certificate and its key, each from PEM text that may also contain the other. `passphrase` decrypts an encrypted key. Throws USAGE
 * without revealing the texts.
 */
export function readClientCertificate(certificatePem: string, keyPem: string, passphrase: string | null): ClientCertificate {
  const chain = readChain(certificatePem);
  const key = readKey(keyPem, passphrase);
  if (chain[0]?.checkPrivateKey(key) !== true)
    throw refused('The private key does not belong to the client certificate', 'Give the key that the certificate was issued for.');
  return { certificate: chain.map(String).join(''), key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Subject of a client certificate, its SHA-256 as `AB:CD:…`, and its expiry (ISO, UTC). */
export function describeClientCertificate({ certificate }: Pick<ClientCertificate, 'certificate'>): {
  readonly subject: string;
  readonly until: string;
  readonly fingerprint: string;
} {
  const { subject, validTo, fingerprint256 } = new X509Certificate(certificate);
  return { subject: commonNameOf(subject), until: new Date(validTo).toISOString(), fingerprint: fingerprint256 };
}

/** The common name of a subject, or the whole subject on one line. */
export function commonNameOf(subject: string): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
}

function readChain(pem: string): readonly X509Certificate[] {
  try {
    const chain = certificateBlocks(pem).map((text) => new X509Certificate(text));
    if (chain.length > 0) return chain;
  } catch (error: unknown) {
    throw refused('The client certificate cannot be read', 'Give it as PEM text.', error);
  }
  throw refused('There is no certificate in the file of the client certificate', 'Give it as PEM text.');
}

function readKey(pem: string, passphrase: string | null): KeyObject {
  const text = /-----BEGIN ((?:[A-Z]+ )*PRIVATE KEY)-----[^]*?-----END \1-----/.exec(pem)?.[0];
  if (text === undefined) throw refused('There is no private key in the file of the key', 'Give it as PEM text.');
  const isEncrypted = /BEGIN ENCRYPTED|Proc-Type:[^\n]*ENCRYPTED/.test(text);
  if (isEncrypted && passphrase === null)
    throw refused(
      'The private key is encrypted',
      'From a terminal, give its passphrase in CARREL_CLIENT_KEY_PASSPHRASE. In the window, choose a file without a passphrase: "openssl pkey -in key.pem -out plain.pem" writes one.',
    );
  try {
    return createPrivateKey({ key: text, format: 'pem', ...(isEncrypted && passphrase !== null ? { passphrase } : {}) });
  } catch (error: unknown) {
    throw refused(
      isEncrypted ? 'The private key does not open with this passphrase' : 'The private key cannot be read',
      isEncrypted ? 'Check CARREL_CLIENT_KEY_PASSPHRASE.' : 'Give it as PEM text.',
      error,
    );
  }
}

function refused(what: string, advice: string, cause?: unknown): AppError {
  return new AppError('USAGE', `${what}. Nothing was sent or stored. ${advice}`, cause);
}
