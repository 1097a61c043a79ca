import { AppError } from '../../shared/errors.ts';
import { unchanged } from './request-errors.ts';

/** Seconds a token is used if the service sends no usable lifetime (faults F03). */
const defaultLifetime = 300;
/** Longer lifetimes are cut to one day. Seconds. */
const longestLifetime = 86_400;
/** A longer token would not fit into the headers of common servers. Characters. */
const longestToken = 8192;

/** The token object's relevant fields (spec 5.5); `expires_in` only if usable. */
export interface TokenFields {
  readonly access_token?: unknown;
  readonly token_type?: unknown;
  readonly expires_in?: number;
}

/**
 * Reads the body of a token answer. A lifetime that is not a positive whole number of seconds is dropped, so that it cannot fail the grant.
 * Throws PROTOCOL if the body is not a JSON object, without revealing its content.
 */
export function readTokenFields(body: Buffer): TokenFields {
  const fields = parseObject(body);
  if (fields === null) {
    throw new AppError(
      'PROTOCOL',
      `The token endpoint did not answer with a token but with something else, perhaps a sign-in page of the network. ${unchanged}`,
    );
  }
  const lifetime = fields['expires_in'];
  const known = { access_token: fields['access_token'], token_type: fields['token_type'] };
  return typeof lifetime === 'number' && Number.isInteger(lifetime) && lifetime > 0 ? { ...known, expires_in: lifetime } : known;
}

/** Seconds that a token may be used, counted from before it was requested. */
export function lifetimeOf(expiresIn: number | undefined): number {
  return expiresIn === undefined ? defaultLifetime : Math.min(expiresIn, longestLifetime);
}

/** Seconds after which a token is renewed: a minute before it expires, or halfway through a short lifetime. */
export function renewAfter(lifetime: number): number {
  return lifetime - Math.min(60, lifetime / 2);
}

/** RFC 6750's token68, so that no token can add a header. Throws PROTOCOL. */
export function assertToken(token: string): void {
  if (token.length <= longestToken && /^[A-Za-z0-9\-._~+/]+=*$/.test(token)) return;
  throw new AppError(
    'PROTOCOL',
    `The service issued an access token that cannot be sent back in a header. ${unchanged} No data was asked for.`,
  );
}

/** The fields of a JSON object in UTF-8; null for anything else. */
export function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
