import { readCertificates } from '../../client/trust.ts';
import type { Vault } from '../vault.ts';

/** The vault's setting for certificates trusted in addition to the system's. */
const setting = 'extra-certificates';

/** PEM text of the added certificates, or null. */
export function readExtraPem(vault: Pick<Vault, 'setting'>): string | null {
  const pem = vault.setting(setting) ?? '';
  return pem === '' ? null : pem;
}

/** Replaces the certificates; null removes them. Throws USAGE if the text is not a list of certificates. */
export function saveExtraPem(vault: Pick<Vault, 'saveSetting'>, pem: string | null): void {
  const certificates = pem === null ? [] : readCertificates(pem);
  const fingerprints = certificates.map(({ fingerprint256 }) => fingerprint256);
  vault.saveSetting(setting, pem ?? '', { kind: 'certificates-changed', fingerprints });
}
