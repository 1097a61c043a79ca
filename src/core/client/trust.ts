import { createHash, X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { AppError } from '../../shared/errors.ts';

/** What proves this computer to a gateway over TLS: the certificate with those that lead to its root, and its key. PEM texts, the key unencrypted. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Whom a secure connection trusts: the runtime's own roots, those of NODE_EXTRA_CA_CERTS and the operating system's
 * where the runtime offers them (Node 22.15 and newer), and an extra PEM from the settings. TLS 1.2 or newer.
 * `own`: the client certificate that is shown to whoever asks for one. Errors: USAGE for a PEM that cannot be read.
 */
export function createTrust(extraPem: string | null, own: ClientCertificate | null = null): tls.SecureContext {
  const identity = own === null ? {} : { cert: own.certificate, key: own.key };
  return tls.createSecureContext({ ca: trustedRoots(extraPem), minVersion: 'TLSv1.2', ...identity });
}

/** PEM texts, each once. Errors: USAGE. */
export function trustedRoots(extraPem: string | null): string[] {
  // Older runtimes (Electron 33) have no such function, whatever the types say.
  const offers: boolean = typeof (tls as Partial<typeof tls>).getCACertificates === 'function';
  const roots = offers ? [...tls.getCACertificates('default'), ...tls.getCACertificates('system')] : [...tls.rootCertificates];
  if (extraPem !== null) roots.push(...readCertificates(extraPem).map(String));
  return [...new Set(roots)];
}

/**
 * How the certificate of a service is compared with what it must be: by its name, and, where public keys are pinned, by its key, before a
 * byte is sent. A root that this computer trusts, also an organisation's own, is then not enough. Errors of the connection: TLS.
 */
export function identityOf(pins: readonly string[] | null): Pick<tls.ConnectionOptions, 'checkServerIdentity'> {
  if (pins === null) return {};
  return {
    checkServerIdentity: (host, certificate) => {
      const wrongName = tls.checkServerIdentity(host, certificate);
      if (wrongName !== undefined) return wrongName;
      const key = new X509Certificate(certificate.raw).publicKey.export({ type: 'spki', format: 'der' });
      return pins.includes(createHash('sha256').update(key).digest('base64')) ? undefined : otherKey(host);
    },
  };
}

function otherKey(host: string): AppError {
  return new AppError(
    'TLS',
    `The service ${host} proved a different key than the one pinned for it: somebody may be intercepting the connection, or the key was renewed. Nothing was sent. Ask whoever runs the service for the new pin, and connect again with it (Advanced, or carrel connect --pin).`,
  );
}

const beginLine = '-----BEGIN CERTIFICATE-----';
const endLine = '-----END CERTIFICATE-----';

/** Bytes of a PEM file that is read at all: the roots of a whole system fit. */
export const longestPem = 1024 * 1024;

/** The certificates of a PEM text: one at least, and nothing that cannot be read. Errors: USAGE. */
export function readCertificates(pem: string): readonly X509Certificate[] {
  try {
    // OpenSSL skips what it cannot read without a word, so each is read here.
    const found = certificateBlocks(pem);
    if (found.length === 0 || pem.includes('PRIVATE KEY')) throw new TypeError('no certificates');
    return found.map((text) => new X509Certificate(text));
  } catch (error: unknown) {
    throw new AppError('USAGE', 'The extra certificates cannot be read. Nothing was sent. Give certificates alone, as PEM text.', error);
  }
}

/** Each block from its BEGIN to its END, in one walk over the text; throws where one of the two has no counterpart. */
export function certificateBlocks(pem: string): readonly string[] {
  const parts = pem.split(endLine);
  const rest = parts.pop() ?? '';
  if (rest.includes(beginLine)) throw new TypeError('a certificate without an end');
  return parts.map((part) => {
    const begin = part.indexOf(beginLine);
    if (begin < 0) throw new TypeError('a certificate without a begin');
    return part.slice(begin) + endLine;
  });
}
