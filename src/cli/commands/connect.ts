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
} from '../../core/vault/settings/client-certificate.ts';
import { saveExtraPem } from '../../core/vault/settings/extra-certificates.ts';
import { createVault, vaultState } from '../../core/vault/open-vault.ts';
import { remarkOnShared } from '../../core/platform/own-folder.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import { assertSameKindAsPacks } from '../../core/vault/studies/take-in.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { connectionArguments, keptPins, readConnection, withStored } from '../connect-arguments.ts';
import { certificateOptions, givenClientCertificate, givenExtraPem } from '../given-certificates.ts';
import { requirePassphrase, unlock } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { remarksOn, routeTo } from '../route.ts';

/** Shorter passphrases are accepted with advice; the command line's contract sets no minimum length. */
const ADVISED_LENGTH = 12;

export const connect: Command = {
  name: 'connect',
  summary: 'checks the credentials for a partner service and stores them encrypted',
  synopsis: connectionArguments.synopsis,
  options: {
    ...connectionArguments.options,
    study: { type: 'string', value: 'STUDY', says: 'also test a data request for this study before anything is stored' },
    ...certificateOptions,
    'client-secret-stdin': { type: 'boolean', says: 'read the client secret from stdin (also CARREL_CLIENT_SECRET)' },
  },
  notes: [
    'The first connect creates the vault, protected by the passphrase you give. Without that passphrase it cannot be opened.',
    'A service on another computer is reached through the proxy in HTTPS_PROXY or ALL_PROXY, unless NO_PROXY lists it.',
    'A gateway in front of the service may need its own token request: use --token-auth, --scope, --audience, --token-url and --client-certificate. By default the request follows the interface.',
    'A later connect to the same service keeps what it does not give: pins, token request, request rate and patience, and names them. Give the default value, or none, to change one back.',
    'The client certificate and its key are stored in the vault and presented, over TLS, only to the service and the token address.',
    "Put the proxy's user name and password in its address (http://name:password@proxy:3128) or in CARREL_PROXY_USER and CARREL_PROXY_PASSWORD. Credentials saved in the window are used too.",
    'NODE_EXTRA_CA_CERTS applies to this run only; --extra-certificates stores the certificates.',
    'On stdin, give each secret on its own line: the passphrase first, then the client secret.',
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
      'A client secret is required. Set CARREL_CLIENT_SECRET, or use --client-secret-stdin and give the secret on a line of stdin.',
    );
  const passphrase = requirePassphrase(secrets.passphrase);
  const extraPem = givenExtraPem(invocation.given);
  const own = givenClientCertificate(invocation.given, secrets.clientKeyPassphrase);
  assertWritable(dataDir);
  // A wrong passphrase is reported before anything is sent; a new vault is created only for valid credentials.
  const existing = vaultState(dataDir).exists ? await unlock(invocation) : null;
  const before = existing?.connection()?.connection ?? null;
  const { connection, kept: keptOptions } = withStored(asked, before, invocation.given);
  let identity: Identity;
  try {
    assertSameKindAsPacks(existing?.studies() ?? [], connection.demo);
    const stored = existing === null ? null : identityOf(existing);
    const kept = existing === null ? null : keptClientCertificate(existing, connection);
    identity = {
      extraPem: extraPem === undefined ? (stored?.extraPem ?? null) : extraPem,
      clientCertificate: own === undefined ? kept : own,
    };
    if (keptOptions.length > 0) out.note(`Kept from the stored connection to this service: ${keptOptions.join(', ')}.`);
    tellWhatIsShown(out, connection, identity);
    const route = routeTo({ connection, identity, vault: existing }, invocation);
    for (const remark of remarksOn(route, invocation.env)) out.note(remark);
    await proveConnection({ connection, secret, signal, network: { ...route, backoff: attendedBackoff } }, invocation.given.text('study'));
  } catch (error: unknown) {
    existing?.close();
    throw signal.aborted ? new AppError('CANCELLED', 'Cancelled. Nothing was stored.', error) : error;
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
  return { code: 'OK', fields: { baseUrl, partnerId, clientId, demo, ...(tokenHost === null ? {} : { tokenHost }) } };
}

/** `isAsked`: removed by --client-certificate none; otherwise because it was given for other hosts. */
function removedWords(before: ClientCertificate, isAsked: boolean): string {
  const removed = `The stored client certificate, ${describeClientCertificate(before).subject}, and its key are removed from the vault`;
  return isAsked
    ? `${removed}.`
    : `${removed}: it was given for a different service or token address and is never presented to any other. To give one for this service, connect with --client-certificate and --client-key.`;
}

function unpinnedWords(before: Connection, connection: Connection): string {
  const removed = 'The stored public key pins are removed: any trusted certificate is now accepted';
  return keptPins(before, connection.baseUrl) === undefined
    ? `${removed}. They were given for another service, ${before.baseUrl}. To pin keys for this service, connect with --pin.`
    : `${removed}.`;
}

/** Says, before anything is sent, where the secret goes and which certificate is shown. Throws USAGE if it cannot be shown. */
function tellWhatIsShown(out: Output, connection: Connection, { clientCertificate }: Identity): void {
  const host = otherTokenHost(connection);
  if (host !== null) out.note(`The client id and client secret are sent to the token address ${host}, not to ${connection.baseUrl}.`);
  if (clientCertificate === null) return;
  if (connection.baseUrl.startsWith('http:') && tokenAddressOf(connection).protocol === 'http:')
    throw new AppError('USAGE', 'A client certificate is presented over TLS only, but this service uses plain http. Nothing was sent.');
  const { subject, until } = describeClientCertificate(clientCertificate);
  const isOver = Date.parse(until) < Date.now();
  out.note(
    `Client certificate: ${subject}, valid until ${until.slice(0, 10)}${isOver ? ", expired according to this computer's clock" : ''}.`,
  );
}

async function makeVault({ dataDir, out }: Invocation, passphrase: string): Promise<Vault> {
  const vault = await createVault(dataDir, { passphrase, keyStore: null });
  const remark = remarkOnShared(dataDir);
  if (remark !== null) out.note(remark);
  if (passphrase.length < ADVISED_LENGTH)
    out.note(`Advice: this passphrase is short. One of ${ADVISED_LENGTH} characters or more protects a lost laptop better.`);
  out.say(`Created a new vault in ${dataDir}. It opens only with the passphrase.`);
  return vault;
}
