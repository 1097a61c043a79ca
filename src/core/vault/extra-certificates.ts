import { readCertificates } from '../client/trust.ts';
import type { Vault } from './vault.ts';

/** The vault's setting for certificates that are trusted beside those of the system. */
const setting = 'extra-certificates';

/** PEM text of the certificates that were added, or null. */
export function readExtraPem(vault: Pick<Vault, 'setting'>): string | null {
  const pem = vault.setting(setting) ?? '';
  return pem === '' ? null : pem;
}

/** Replaces them; null takes them away. Errors: USAGE where the text is no list of certificates. */
export function saveExtraPem(vault: Pick<Vault, 'saveSetting'>, pem: string | null): void {
  const certificates = pem === null ? [] : readCertificates(pem);
  const fingerprints = certificates.map(({ fingerprint256 }) => fingerprint256);
  vault.saveSetting(setting, pem ?? '', { kind: 'certificates-changed', fingerprints });
}
