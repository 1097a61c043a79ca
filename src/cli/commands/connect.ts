import { describeClientCertificate } from '../../core/client/client-certificate.ts';
import type { ClientCertificate } from '../../core/client/trust.ts';
import { proveConnection } from '../../core/client/prove-connection.ts';
import { attendedBackoff } from '../../core/client/status-policy.ts';
import { otherTokenHost, tokenAddressOf } from '../../core/client/token-address.ts';
import {
  identityOf,
  keptClientCertificate,
  storedClientCertificate,
  withClientCertificate,
  type Identity,
} from '../../core/vault/client-certificate.ts';
import { saveExtraPem } from '../../core/vault/extra-certificates.ts';
import { createVault, vaultState } from '../../core/vault/open-vault.ts';
import { remarkOnShared } from '../../core/platform/own-folder.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import { assertSameKindAsPacks } from '../../core/vault/take-in.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { connectionArguments, keptPins, readConnection, withPins } from '../connect-arguments.ts';
import { certificateOptions, givenClientCertificate, givenExtraPem } from '../given-certificates.ts';
import { requirePassphrase, unlock } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { remarksOn, routeTo } from '../route.ts';

/** Shorter ones are taken, with a word of advice: the contract of the command line names no least length. */
const ADVISED_LENGTH = 12;

export const connect: Command = {
  name: 'connect',
  summary: 'proves the credentials of a partner service and stores them encrypted',
  synopsis: connectionArguments.synopsis,
  options: {
    ...connectionArguments.options,
    study: { type: 'string', value: 'STUDY', says: 'prove a request for data of this study as well, before anything is stored' },
    ...certificateOptions,
    'client-secret-stdin': { type: 'boolean', says: 'read the client secret from stdin (also CARREL_CLIENT_SECRET)' },
  },
  notes: [
    'The first connect makes the vault, under the passphrase that is given. There is no way back into it without that passphrase.',
    'A service that is not on this computer is reached through the proxy that HTTPS_PROXY or ALL_PROXY names, unless NO_PROXY lists it.',
    'A gateway in front of the service may want tokens asked for in its own way: --token-auth, --scope, --audience, --token-url, --client-certificate. Without them it is done as the interface says.',
    'The client certificate and its key are kept in the vault and shown over TLS to the service and the token address, to nobody else.',
    'A user name and password of that proxy stand in its address (http://name:password@proxy:3128) or in CARREL_PROXY_USER and CARREL_PROXY_PASSWORD; what the window keeps for it is used as well.',
    'NODE_EXTRA_CA_CERTS counts for the run alone; --extra-certificates keeps the certificates.',
    'On stdin each secret is a line of its own: the passphrase first, then the client secret.',
  ],
  emptyFields: {},
  positionals: { least: 0, most: 0 },
  run: connectToService,
};

async function connectToService(invocation: Invocation): Promise<Outcome> {
  const { secrets, signal, out, dataDir } = invocation;
  const asked = readConnection(invocation.given);
  const secret = secrets.clientSecret;
  if (secret === null)
    throw new AppError(
      'USAGE',
      'The client secret is needed. Set CARREL_CLIENT_SECRET, or give --client-secret-stdin and the secret on a line of stdin.',
    );
  const passphrase = requirePassphrase(secrets.passphrase);
  const extraPem = givenExtraPem(invocation.given);
  const own = givenClientCertificate(invocation.given, secrets.clientKeyPassphrase);
  assertWritable(dataDir);
  // A wrong passphrase is told before anything is sent; a new vault is made only for credentials that are right.
  const existing = vaultState(dataDir).exists ? await unlock(invocation) : null;
  const before = existing?.connection()?.connection ?? null;
  const connection = withPins(asked, before, invocation.given);
  let identity: Identity;
  try {
    assertSameKindAsPacks(existing?.studies() ?? [], connection.demo);
    const stored = existing === null ? null : identityOf(existing);
    const kept = existing === null ? null : keptClientCertificate(existing, connection);
    identity = {
      extraPem: extraPem === undefined ? (stored?.extraPem ?? null) : extraPem,
      clientCertificate: own === undefined ? kept : own,
    };
    tellWhatIsShown(out, connection, identity);
    const route = routeTo({ connection, identity, vault: existing }, invocation);
    for (const remark of remarksOn(route, invocation.env)) out.note(remark);
    await proveConnection({ connection, secret, signal, network: { ...route, backoff: attendedBackoff } }, invocation.given.text('study'));
  } catch (error: unknown) {
    existing?.close();
    throw error;
  }
  const vault = existing ?? (await makeVault(invocation, passphrase));
  try {
    const certificateBefore = storedClientCertificate(vault);
    if (extraPem !== undefined) saveExtraPem(vault, extraPem);
    withClientCertificate(vault, identity.clientCertificate, () => vault.saveConnection(connection, secret));
    if (certificateBefore !== null && identity.clientCertificate === null) out.note(removedWords(certificateBefore, own === null));
    if (before?.pins !== undefined && connection.pins === undefined) out.note(unpinnedWords(before, connection));
  } finally {
    vault.close();
  }
  out.say(`Connected to ${connection.baseUrl} as ${connection.clientId}${connection.demo ? ' (demo data)' : ''}.`);
  out.say('Mirror a study with: carrel sync STUDY');
  const { baseUrl, partnerId, clientId, demo } = connection;
  const tokenHost = otherTokenHost(connection);
  return { category: 'OK', fields: { baseUrl, partnerId, clientId, demo, ...(tokenHost === null ? {} : { tokenHost }) } };
}

/** `isAsked`: by --client-certificate none; else it was given for other hosts. */
function removedWords(before: ClientCertificate, isAsked: boolean): string {
  const removed = `The client certificate that was kept, ${describeClientCertificate(before).subject}, is removed from the vault with its key`;
  return isAsked
    ? `${removed}.`
    : `${removed}: it was given for another service or token address, and is shown to no other. Connect with --client-certificate and --client-key to give one for this service.`;
}

function unpinnedWords(before: Connection, connection: Connection): string {
  const removed = 'The pinned public keys that were kept are removed: from now on any trusted certificate is enough';
  return keptPins(before, connection.baseUrl) === undefined
    ? `${removed}. They were given for another service, ${before.baseUrl}. Connect with --pin to give one for this service.`
    : `${removed}.`;
}

/** Before anything is sent: where the secret goes, and which certificate is shown. Errors: USAGE where it could not be. */
function tellWhatIsShown(out: Output, connection: Connection, { clientCertificate }: Identity): void {
  const host = otherTokenHost(connection);
  if (host !== null)
    out.note(`The client id and the client secret are sent to ${host}, the token address, and not to ${connection.baseUrl}.`);
  if (clientCertificate === null) return;
  if (connection.baseUrl.startsWith('http:') && tokenAddressOf(connection).protocol === 'http:')
    throw new AppError(
      'USAGE',
      'A client certificate is shown over TLS only, and this service is reached by plain http. Nothing was sent.',
    );
  const { subject, until } = describeClientCertificate(clientCertificate);
  const isOver = Date.parse(until) < Date.now();
  out.note(
    `Client certificate: ${subject}, valid until ${until.slice(0, 10)}${isOver ? ', which is over by the clock of this computer' : ''}.`,
  );
}

async function makeVault({ dataDir, out }: Invocation, passphrase: string): Promise<Vault> {
  const vault = await createVault(dataDir, { passphrase, keyStore: null });
  const remark = remarkOnShared(dataDir);
  if (remark !== null) out.note(remark);
  if (passphrase.length < ADVISED_LENGTH)
    out.note(`Advice: this passphrase is short. One of ${ADVISED_LENGTH} characters or more protects a lost laptop better.`);
  out.say(`Made a new vault in ${dataDir}. It opens only with the passphrase.`);
  return vault;
}
