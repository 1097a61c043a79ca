import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { AppError } from '../../shared/errors.ts';

/**
 * Whom a secure connection trusts: the runtime's own roots, the operating system's where the runtime
 * offers them (Node 22.15 and newer), and an extra PEM from the settings. TLS 1.2 or newer.
 * Errors: USAGE for a PEM that cannot be read.
 */
export function createTrust(extraPem: string | null): tls.SecureContext {
  try {
    // OpenSSL skips what it cannot read without a word, so an extra certificate is read here first.
    if (extraPem !== null && extraPem.trim() !== '') new X509Certificate(extraPem);
    return tls.createSecureContext({ ca: trustedRoots(extraPem), minVersion: 'TLSv1.2' });
  } catch (error: unknown) {
    throw new AppError('USAGE', 'The extra certificate of the settings cannot be read. Nothing was sent. Give it as PEM text.', error);
  }
}

/** PEM texts, each once. */
export function trustedRoots(extraPem: string | null): string[] {
  // Older runtimes (Electron 33) have no such function, whatever the types say.
  const offers: boolean = typeof (tls as Partial<typeof tls>).getCACertificates === 'function';
  const roots = offers ? [...tls.getCACertificates('default'), ...tls.getCACertificates('system')] : [...tls.rootCertificates];
  if (extraPem !== null && extraPem.trim() !== '') roots.push(extraPem);
  return [...new Set(roots)];
}
