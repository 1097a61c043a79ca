import { parseBaseUrl } from '../core/client/base-url.ts';
import { isDemoConnection } from '../core/client/demo-connection.ts';
import { parseTokenUrl } from '../core/client/token-address.ts';
import { connectionSchema, readPins, tokenStyles, type Connection } from '../shared/connection.ts';
import { AppError } from '../shared/errors.ts';
import type { Given, Options } from './command.ts';

const synopsis = '--base-url URL --partner-id ID --client-id ID [options]';

/** The options for reaching the service; the interface's values are the defaults. */
export const connectionArguments: { readonly synopsis: string; readonly options: Options } = {
  synopsis,
  options: {
    'base-url': { type: 'string', value: 'URL', says: 'address of the service: https, or http on this computer' },
    'partner-id': { type: 'string', value: 'ID', says: 'your partner id' },
    'client-id': { type: 'string', value: 'ID', says: 'your client id' },
    pin: {
      type: 'string',
      value: 'SHA256|none',
      says: 'public key the service must prove: base64 SHA-256 of its SPKI; separate several with commas and include the next key; none for any key',
    },
    'token-auth': {
      type: 'string',
      value: tokenStyles.join('|'),
      says: 'how the client authenticates to the token endpoint: in the body (default), with HTTP Basic, or in the address',
    },
    'token-style': { type: 'string', value: tokenStyles.join('|'), says: 'another name for --token-auth' },
    scope: { type: 'string', value: 'TEXT|none', says: 'scope to request for the token (full)' },
    audience: { type: 'string', value: 'TEXT|none', says: 'audience to request for the token (none)' },
    'token-url': {
      type: 'string',
      value: 'URL|none',
      says: 'where to request tokens; the secret is sent there; none for the service itself',
    },
    'max-requests-per-second': { type: 'string', value: 'N|none', says: 'maximum request rate, if the service sets one' },
    patience: {
      type: 'string',
      value: 'SECONDS',
      says: 'how long a sync keeps retrying a failing service (120, at most 3600)',
    },
  },
};

/** The connection described by the options alone (see `withStored`). Throws USAGE; nothing was sent then. */
export function readConnection(given: Given): Connection {
  const [baseUrl, partnerId, clientId] = ['base-url', 'partner-id', 'client-id'].map((name) => required(given, name));
  const url = parseBaseUrl(baseUrl ?? '');
  const named = { baseUrl: url.href.replace(/\/$/, ''), partnerId: partnerId ?? '' };
  const [perSecond, patience] = [readNumber(given, 'max-requests-per-second', 0.01, 1000), readNumber(given, 'patience', 1, 3600)];
  return {
    ...named,
    ...{ clientId: clientId ?? '', ...readTokenRequest(given, url), demo: isDemoConnection(named) },
    ...pinsOf(given),
    ...(perSecond === null ? {} : { maxRequestsPerSecond: perSecond }),
    ...(patience === null ? {} : { patienceSeconds: Math.round(patience) }),
  };
}

/** The pins of the previous connection if it has the same host and port, so that they still apply; otherwise undefined. */
export function keptPins(before: Connection | null, baseUrl: string): Connection['pins'] {
  return before !== null && isSameHost(before, baseUrl) ? before.pins : undefined;
}

function isSameHost(before: Connection, baseUrl: string): boolean {
  return parseBaseUrl(before.baseUrl).origin === parseBaseUrl(baseUrl).origin;
}

/** The options that set the parts of a connection that a later connect to the same service need not repeat. */
const optionsOf = {
  pins: ['pin'],
  tokenStyle: ['token-auth', 'token-style'],
  scope: ['scope'],
  audience: ['audience'],
  tokenUrl: ['token-url'],
  maxRequestsPerSecond: ['max-requests-per-second'],
  patienceSeconds: ['patience'],
} as const satisfies Partial<Record<keyof Connection, readonly string[]>>;
const storedParts = Object.keys(optionsOf) as (keyof typeof optionsOf)[];

/**
 * The connection as it is tested and stored, and the options whose stored values it keeps: those that are not given, if the service has the
 * host and port of the stored one. Otherwise nothing is kept: a token address or a scope of one service means nothing to another.
 */
export function withStored(
  connection: Connection,
  before: Connection | null,
  given: Given,
): { readonly connection: Connection; readonly kept: readonly string[] } {
  if (before === null || !isSameHost(before, connection.baseUrl)) return { connection, kept: [] };
  const silent = storedParts.filter((part) => before[part] !== undefined && optionsOf[part].every((option) => given.text(option) === null));
  const stored = Object.fromEntries(silent.map((part) => [part, before[part]]));
  return {
    connection: connectionSchema.parse({ ...connection, ...stored }),
    kept: silent.filter((part) => before[part] !== connection[part]).map((part) => `--${optionsOf[part][0]}`),
  };
}

function pinsOf(given: Given): Pick<Connection, 'pins'> {
  const text = given.text('pin');
  if (text === null || text === 'none') return {};
  const pins = readPins(text);
  if (pins !== null && pins !== undefined) return { pins };
  throw new AppError(
    'USAGE',
    '"--pin" must be 1 to 8 base64 SHA-256 digests of public keys (44 characters each), separated by commas, or none. Nothing was sent.',
  );
}

function readTokenRequest(given: Given, base: URL): Pick<Connection, 'tokenStyle' | 'scope' | 'audience' | 'tokenUrl'> {
  const [scope, audience, tokenUrl] = [given.text('scope'), given.text('audience'), given.text('token-url')];
  return {
    tokenStyle: readTokenStyle(given),
    ...(scope === null ? {} : { scope: checked('scope', scope === 'none' ? '' : scope) }),
    ...(audience === null || audience === 'none' ? {} : { audience: checked('audience', audience) }),
    ...(tokenUrl === null || tokenUrl === 'none' ? {} : { tokenUrl: parseTokenUrl(checked('token-url', tokenUrl), base).href }),
  };
}

function readTokenStyle(given: Given): Connection['tokenStyle'] {
  const [auth, style] = [given.text('token-auth'), given.text('token-style')];
  if (auth !== null && style !== null && auth !== style)
    throw new AppError('USAGE', '"--token-style" is another name for "--token-auth". Give only one of them.');
  const text = auth ?? style ?? 'body';
  const known = tokenStyles.find((one) => one === text);
  if (known === undefined) throw new AppError('USAGE', `"--${auth === null ? 'token-style' : 'token-auth'}" must be body, basic or query.`);
  return known;
}

const fields = { scope: 'scope', audience: 'audience', 'token-url': 'tokenUrl' } as const;

/** A text that the stored connection can hold. Throws USAGE. */
function checked(option: keyof typeof fields, text: string): string {
  if (connectionSchema.shape[fields[option]].safeParse(text).success) return text;
  throw new AppError('USAGE', `The value of --${option} is too long or holds characters that cannot be sent. Nothing was sent.`);
}

function readNumber(given: Given, name: string, least: number, most: number): number | null {
  const text = given.text(name);
  if (text === null || (text === 'none' && name === 'max-requests-per-second')) return null;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new AppError('USAGE', `"--${name}" must be a number from ${least} to ${most}.`);
}

function required(given: Given, name: string): string {
  const value = given.text(name);
  if (value === null) throw new AppError('USAGE', `"connect" needs --${name}. Usage: carrel connect ${synopsis}`);
  if (value.length > 2048 || (name !== 'base-url' && value.length > 256))
    throw new AppError('USAGE', `The value of --${name} is too long.`);
  return value;
}
