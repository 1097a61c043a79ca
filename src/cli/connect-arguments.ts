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
      says: 'public key the service must prove: base64 SHA-256 of its SPKI; separate several with commas and include the next key. If omitted, stored pins for this service remain; none removes them',
    },
    'token-auth': {
      type: 'string',
      value: tokenStyles.join('|'),
      says: 'how the client authenticates to the token endpoint: in the body (default), with HTTP Basic, or in the address',
    },
    'token-style': { type: 'string', value: tokenStyles.join('|'), says: 'another name for --token-auth' },
    scope: { type: 'string', value: 'TEXT|none', says: 'scope to request for the token (full)' },
    audience: { type: 'string', value: 'TEXT|none', says: 'audience to request for the token (none)' },
    'token-url': { type: 'string', value: 'URL', says: 'where to request tokens, if not at the service; the secret is sent there' },
    'max-requests-per-second': { type: 'string', value: 'N', says: 'maximum request rate, if the service sets one' },
    patience: {
      type: 'string',
      value: 'SECONDS',
      says: 'how long a sync keeps retrying a failing service (120, at most 3600)',
    },
  },
};

/** The connection described by the options. The pins are only those given (see `withPins`). Throws USAGE; nothing was sent then. */
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
  return before !== null && parseBaseUrl(before.baseUrl).origin === parseBaseUrl(baseUrl).origin ? before.pins : undefined;
}

/** The connection as it is tested and stored: without --pin, the stored pins of the same host still apply. */
export function withPins(connection: Connection, before: Connection | null, given: Given): Connection {
  const kept = given.text('pin') === null ? keptPins(before, connection.baseUrl) : undefined;
  return kept === undefined ? connection : { ...connection, pins: kept };
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
    ...(tokenUrl === null ? {} : { tokenUrl: parseTokenUrl(checked('token-url', tokenUrl), base).href }),
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
  if (text === null) return null;
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
