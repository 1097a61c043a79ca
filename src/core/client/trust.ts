import { createHash, X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { AppError } from '../../shared/errors.ts';

/**
 * Proves this computer to a gateway over TLS: the certificate with its intermediate certificates, and its key. PEM texts, the key
 * unencrypted.
 */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/**
 * The certificates that a secure connection trusts: the runtime's own roots, those of NODE_EXTRA_CA_CERTS and the operating system if the
 * runtime offers them (Node 22.15 and newer), and an extra PEM from the settings. TLS 1.2 or newer. `own`: the client certificate shown to
 * a peer that asks for one. Throws USAGE for an unreadable PEM.
 */
export function createTrust(extraPem: string | null, own: ClientCertificate | null = null): tls.SecureContext {
  const identity = own === null ? {} : { cert: own.certificate, key: own.key };
  return tls.createSecureContext({ ca: trustedRoots(extraPem), minVersion: 'TLSv1.2', ...identity });
}

/** Distinct PEM texts. Throws USAGE. */
export function trustedRoots(extraPem: string | null): string[] {
  // Older runtimes (Electron 33) lack this function, whatever the types say.
  const offers: boolean = typeof (tls as Partial<typeof tls>).getCACertificates === 'function';
  const roots = offers ? [...tls.getCACertificates('default'), ...tls.getCACertificates('system')] : [...tls.rootCertificates];
  if (extraPem !== null) roots.push(...readCertificates(extraPem).map(String));
  return [...new Set(roots)];
}

/**
 * How the certificate of a service is verified: by name and, if public keys are pinned, by key, before anything is sent. With pins, a root
 * trusted by this computer, such as an organisation's own, is not sufficient. Connection errors: TLS.
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
    `${host} proved none of the pinned keys: somebody may be intercepting the connection, or the key was renewed. Nothing was sent. Ask whoever runs the service for its pin, and that of the host of its tokens if it is another one, and connect again with them (Advanced, or carrel connect --pin).`,
  );
}

const beginLine = '-----BEGIN CERTIFICATE-----';
const endLine = '-----END CERTIFICATE-----';

/** Largest PEM file that is read, in bytes: the roots of a whole system fit. */
export const longestPem = 1024 * 1024;

/** The certificates of a PEM text: at least one, and all readable. Throws USAGE. */
export function readCertificates(pem: string): readonly X509Certificate[] {
  try {
    // OpenSSL silently skips what it cannot read, so each is read here.
    const found = certificateBlocks(pem);
    if (found.length === 0 || pem.includes('PRIVATE KEY')) throw new TypeError('no certificates');
    return found.map((text) => new X509Certificate(text));
  } catch (error: unknown) {
    throw new AppError('USAGE', 'The extra certificates cannot be read. Nothing was sent. Give certificates alone, as PEM text.', error);
  }
}

/** Each block from BEGIN to END, found in one scan of the text. Throws if one of the two has no counterpart. */
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
