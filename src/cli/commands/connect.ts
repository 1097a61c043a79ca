import { readFileSync, statSync } from 'node:fs';
import { parseBundle } from '../../core/bundle/bundle.ts';
import { attendedBackoff } from '../../core/client/status-policy.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';
import { parseBaseUrl } from '../../core/client/base-url.ts';
import { isDemoConnection } from '../../core/client/demo-connection.ts';
import { createService, type ServiceOptions } from '../../core/client/service.ts';
import { longestPem, readCertificates } from '../../core/client/trust.ts';
import { readExtraPem, saveExtraPem } from '../../core/vault/extra-certificates.ts';
import { createVault, vaultState } from '../../core/vault/open-vault.ts';
import { assertSameKindAsPacks } from '../../core/vault/take-in.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Given, Invocation, Outcome } from '../command.ts';
import { requirePassphrase, unlock } from '../open-vault.ts';
import { routeTo } from '../route.ts';

/** Shorter ones are taken, with a word of advice: the contract of the command line names no least length. */
const ADVISED_LENGTH = 12;

export const connect: Command = {
  name: 'connect',
  summary: 'proves the credentials of a partner service and stores them encrypted',
  synopsis: '--base-url URL --partner-id ID --client-id ID [options]',
  options: {
    'base-url': { type: 'string', value: 'URL', says: 'address of the service: https, or http on this computer' },
    'partner-id': { type: 'string', value: 'ID', says: 'your partner id' },
    'client-id': { type: 'string', value: 'ID', says: 'your client id' },
    'token-style': { type: 'string', value: 'body|query', says: 'where the token request carries its parameters (body)' },
    'max-requests-per-second': { type: 'string', value: 'N', says: 'no more requests than these, where the service says so' },
    patience: {
      type: 'string',
      value: 'SECONDS',
      says: 'how long a sync waits for a service that does nothing but fail (120, at most 3600)',
    },
    study: { type: 'string', value: 'STUDY', says: 'prove a request for data of this study as well, before anything is stored' },
    'extra-certificates': { type: 'string', value: 'FILE|none', says: "PEM file of certificates to trust beside the system's" },
    'client-secret-stdin': { type: 'boolean', says: 'read the client secret from stdin (also CARREL_CLIENT_SECRET)' },
  },
  notes: [
    'The first connect makes the vault, under the passphrase that is given. There is no way back into it without that passphrase.',
    'A service that is not on this computer is reached through the proxy that HTTPS_PROXY or ALL_PROXY names, unless NO_PROXY lists it.',
    'On stdin each secret is a line of its own: the passphrase first, then the client secret.',
  ],
  emptyFields: {},
  positionals: { least: 0, most: 0 },
  run: connectToService,
};

async function connectToService(invocation: Invocation): Promise<Outcome> {
  const { secrets, signal, out, dataDir } = invocation;
  const connection = readConnection(invocation.given);
  const secret = secrets.clientSecret;
  if (secret === null)
    throw new AppError(
      'USAGE',
      'The client secret is needed. Set CARREL_CLIENT_SECRET, or give --client-secret-stdin and the secret on a line of stdin.',
    );
  const passphrase = requirePassphrase(secrets.passphrase);
  const given = readExtra(invocation.given.text('extra-certificates'));
  // A wrong passphrase is told before anything is sent; a new vault is made only for credentials that are right.
  const existing = vaultState(dataDir).exists ? await unlock(invocation) : null;
  try {
    assertSameKindAsPacks(existing?.studies() ?? [], connection.demo);
    const extraPem = given ?? (given === undefined && existing !== null ? readExtraPem(existing) : null);
    const network = { ...routeTo(connection.baseUrl, invocation.env, extraPem), backoff: attendedBackoff };
    await proveCredentials({ connection, secret, signal, network }, invocation.given.text('study'));
  } catch (error: unknown) {
    existing?.close();
    throw error;
  }
  const vault = existing ?? (await makeVault(invocation, passphrase));
  try {
    if (given !== undefined) saveExtraPem(vault, given);
    vault.saveConnection(connection, secret);
  } finally {
    vault.close();
  }
  out.say(`Connected to ${connection.baseUrl} as ${connection.clientId}${connection.demo ? ' (demo data)' : ''}.`);
  out.say('Mirror a study with: carrel sync STUDY');
  return {
    category: 'OK',
    fields: { baseUrl: connection.baseUrl, partnerId: connection.partnerId, clientId: connection.clientId, demo: connection.demo },
  };
}

/** A token, and where a study is named an answer with its subjects: a token may be granted, and every request for data refused. */
async function proveCredentials(options: ServiceOptions, study: string | null): Promise<void> {
  const service = createService(options);
  try {
    await service.token();
    if (study !== null) (await service.fetchPage(datasets.subjects, study, 1, parseBundle)).release();
  } finally {
    service.close();
  }
}

/** What --extra-certificates names: PEM text, null for none, undefined where it was not given. Errors: USAGE. */
function readExtra(file: string | null): string | null | undefined {
  if (file === null) return undefined;
  if (file === 'none') return null;
  const pem = readPem(file);
  // A service on this computer would be connected to, and a vault made, before anybody looked at them.
  readCertificates(pem);
  return pem;
}

function readPem(file: string): string {
  try {
    if (statSync(file).size <= longestPem) return readFileSync(file, 'utf8');
  } catch (error: unknown) {
    throw new AppError('USAGE', 'The file of --extra-certificates cannot be read. Nothing was sent.', error);
  }
  throw new AppError('USAGE', 'The file of --extra-certificates is too large for certificates. Nothing was sent.');
}

async function makeVault({ dataDir, out }: Invocation, passphrase: string): Promise<Vault> {
  const vault = await createVault(dataDir, { passphrase, keyStore: null });
  if (passphrase.length < ADVISED_LENGTH)
    out.note(`Advice: this passphrase is short. One of ${ADVISED_LENGTH} characters or more protects a lost laptop better.`);
  out.say(`Made a new vault in ${dataDir}. It opens only with the passphrase.`);
  return vault;
}

function readConnection(given: Given): Connection {
  const [baseUrl, partnerId, clientId] = ['base-url', 'partner-id', 'client-id'].map((name) => required(given, name));
  const tokenStyle = given.text('token-style') ?? 'body';
  if (tokenStyle !== 'body' && tokenStyle !== 'query') throw new AppError('USAGE', '"--token-style" is either body or query.');
  const url = parseBaseUrl(baseUrl ?? '');
  const named = { baseUrl: url.href.replace(/\/$/, ''), partnerId: partnerId ?? '' };
  const [perSecond, patience] = [readNumber(given, 'max-requests-per-second', 0.01, 1000), readNumber(given, 'patience', 1, 3600)];
  return {
    ...named,
    ...{ clientId: clientId ?? '', tokenStyle, demo: isDemoConnection(named) },
    ...(perSecond === null ? {} : { maxRequestsPerSecond: perSecond }),
    ...(patience === null ? {} : { patienceSeconds: Math.round(patience) }),
  };
}

function readNumber(given: Given, name: string, least: number, most: number): number | null {
  const text = given.text(name);
  if (text === null) return null;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new AppError('USAGE', `"--${name}" is a number from ${least} to ${most}.`);
}

function required(given: Given, name: string): string {
  const value = given.text(name);
  if (value === null) throw new AppError('USAGE', `"connect" needs --${name}. Usage: carrel connect ${connect.synopsis}`);
  if (value.length > 2048 || (name !== 'base-url' && value.length > 256))
    throw new AppError('USAGE', `The value of --${name} is too long.`);
  return value;
}
