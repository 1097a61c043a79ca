import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Connection } from '../../../shared/connection.ts';
import { parseBaseUrl } from '../../client/base-url.ts';
import { describeClientCertificate } from '../../client/client-certificate.ts';
import type { Route } from '../../client/service.ts';
import { tokenAddressOf } from '../../client/token-address.ts';
import type { ClientCertificate } from '../../client/trust.ts';
import { readExtraPem } from './extra-certificates.ts';
import type { Vault } from '../vault.ts';

/** The vault's setting for the certificate and key shown to a gateway. */
const setting = 'client-certificate';
const stored = z.strictObject({ certificate: z.string(), key: z.string() });

/** The client certificate with its key, or null. */
export function storedClientCertificate(vault: Pick<Vault, 'setting'>): ClientCertificate | null {
  const text = vault.setting(setting) ?? '';
  return text === '' ? null : stored.parse(JSON.parse(text));
}

/** The certificates a connection trusts in addition to the system's roots, and the client certificate it shows. */
export type Identity = Required<Pick<Route, 'extraPem' | 'clientCertificate'>>;

export function identityOf(vault: Pick<Vault, 'setting'>): Identity {
  return { extraPem: readExtraPem(vault), clientCertificate: storedClientCertificate(vault) };
}

/** Returns the stored certificate if it was given for the hosts of a connection; otherwise null, because it is not shown to other hosts. */
export function keptClientCertificate(vault: Pick<Vault, 'setting' | 'connection'>, connection: Connection): ClientCertificate | null {
  const before = vault.connection()?.connection;
  const known = before === undefined ? [] : originsOf(before);
  return originsOf(connection).every((origin) => known.includes(origin)) ? storedClientCertificate(vault) : null;
}

function originsOf(connection: Connection): readonly string[] {
  return [parseBaseUrl(connection.baseUrl).origin, tokenAddressOf(connection).origin];
}

/** Replaces the certificate; null removes it. The trail records its fingerprint, never the key. */
export function saveClientCertificate(vault: Pick<Vault, 'saveSetting' | 'setting'>, own: ClientCertificate | null): void {
  if (isDeepStrictEqual(own, storedClientCertificate(vault))) return;
  const fingerprint = own === null ? null : describeClientCertificate(own).fingerprint;
  vault.saveSetting(setting, own === null ? '' : JSON.stringify(own), { kind: 'client-certificate-changed', fingerprint });
}

/**
 * Stores a connection with the certificate that it was tested with. If interrupted, no certificate is shown to a host that it was not given
 * for.
 */
export function withClientCertificate(
  vault: Pick<Vault, 'saveSetting' | 'setting'>,
  own: ClientCertificate | null,
  saveConnection: () => void,
): void {
  if (!isDeepStrictEqual(own, storedClientCertificate(vault))) saveClientCertificate(vault, null);
  saveConnection();
  saveClientCertificate(vault, own);
}
