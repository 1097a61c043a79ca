import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';
import {
  addressOf,
  climbs,
  hasUserInfo,
  isLoopback,
  notQuiteHere,
  onlyLooksLocal,
  parseBaseUrl,
  parseUrl,
  type BaseUrlRules,
} from './base-url.ts';

/** Spec 4, the token row. */
const tokenPath = '/svc-apim/external/svc-oidc/oauth2/token';

type Addressed = Pick<Connection, 'baseUrl' | 'tokenUrl'>;

/** The address for token requests: as the interface defines it, or as named by the connection. Throws USAGE. */
export function tokenAddressOf({ baseUrl, tokenUrl }: Addressed, rules: BaseUrlRules = {}): URL {
  const base = parseBaseUrl(baseUrl, rules);
  return tokenUrl === undefined ? addressOf(base, tokenPath) : parseTokenUrl(tokenUrl, base, rules);
}

/** The host that receives the client id and secret, if it is not the service's; otherwise null. Throws USAGE. */
export function otherTokenHost(connection: Addressed): string | null {
  const url = tokenAddressOf(connection);
  return url.origin === parseBaseUrl(connection.baseUrl).origin ? null : url.host;
}

/**
 * Parses an address that the client id and secret are sent to: https, or http if it and the service are both on this computer; no
 * credentials, no `..`, no fragment. Its query is kept (RFC 6749, 3.2). Throws USAGE.
 */
export function parseTokenUrl(text: string, base: URL, { loopbackOnly = false }: BaseUrlRules = {}): URL {
  const url = parseUrl(text.trim());
  if (url === null || url.hostname === '' || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refused('is not a web address such as https://login.example.org/oauth2/token');
  if (url.username !== '' || url.password !== '' || hasUserInfo(text)) throw refused('must not hold a user name or password');
  if (climbs(text)) throw refused('must not hold ".." in its path');
  if (url.hash !== '' || text.includes('#')) throw refused('must not hold a fragment');
  if (onlyLooksLocal(url)) throw refused(notQuiteHere);
  if (url.protocol === 'http:' && !(isLoopback(url) && isLoopback(base)))
    throw refused('must start with https://, because the client secret is sent to it');
  if (loopbackOnly && !isLoopback(url)) throw refused('must be on this computer: this runtime is for synthetic data only');
  return url;
}

function refused(reason: string): AppError {
  return new AppError('USAGE', `The token address ${reason}. Nothing was sent. Correct it and try again.`);
}
