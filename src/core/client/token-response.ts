import { AppError } from '../../shared/errors.ts';
import { unchanged } from './request-errors.ts';

/** Seconds a token is used for where the service names no usable lifetime (faults F03). */
const defaultLifetime = 300;
/** Longer lifetimes are believed no longer than a day. Seconds. */
const longestLifetime = 86_400;
/** A longer token would not fit into the headers of common servers. Characters. */
const longestToken = 8192;

/** The token object's fields that matter (spec 5.5); `expires_in` only where it can be used. */
export interface TokenFields {
  readonly access_token?: unknown;
  readonly token_type?: unknown;
  readonly expires_in?: number;
}

/**
 * Reads the body of a token answer. A lifetime that is no whole positive number of seconds is left out, so that
 * it cannot fail the grant. Errors: PROTOCOL where it is no JSON object, without a word of what it holds.
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

/** Seconds that a token may be used, counted from before it was asked for. */
export function lifetimeOf(expiresIn: number | undefined): number {
  return expiresIn === undefined ? defaultLifetime : Math.min(expiresIn, longestLifetime);
}

/** Seconds after which a token is renewed: a minute ahead of its end, or at half of a short life. */
export function renewAfter(lifetime: number): number {
  return lifetime - Math.min(60, lifetime / 2);
}

/** RFC 6750's token68, so that no token can add a header. Errors: PROTOCOL. */
export function assertToken(token: string): void {
  if (token.length <= longestToken && /^[A-Za-z0-9\-._~+/]+=*$/.test(token)) return;
  throw new AppError(
    'PROTOCOL',
    `The service issued an access token that cannot be sent back in a header. ${unchanged} No data was asked for.`,
  );
}

/** The fields of a JSON object in UTF-8; null for everything else. */
export function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
