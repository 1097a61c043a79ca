import { isIP } from 'node:net';
import { AppError } from '../../shared/errors.ts';

export interface BaseUrlRules {
  /** Allow only a service on this computer (for a runtime that must see synthetic data only). */
  readonly loopbackOnly?: boolean;
}

/**
 * Parses the service's base address before anything is sent: https, or http to this computer only; no credentials, no `..`, no query, no
 * fragment. The path never ends in a slash. Throws USAGE.
 */
export function parseBaseUrl(text: string, rules: BaseUrlRules = {}): URL {
  const url = parseUrl(text.trim());
  if (url === null || url.hostname === '') throw refused('is not a web address such as https://research.example.org');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('must start with https://');
  if (url.username !== '' || url.password !== '' || hasUserInfo(text)) throw refused('must not hold a user name or password');
  if (climbs(text)) throw refused('must not hold ".." in its path');
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw refused('must not hold a query or a fragment');
  if (onlyLooksLocal(url)) throw refused(notQuiteHere);
  if (url.protocol === 'http:' && !isLoopback(url))
    throw refused('must start with https://; plain http is for a service on this computer only');
  if (rules.loopbackOnly === true && !isLoopback(url)) throw refused('must be on this computer: this runtime is for synthetic data only');
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Returns the parsed URL, or null if it is invalid. (Node 20, in older Electrons, has no URL.parse.) */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}

/** True for an address that never leaves this computer: 127.0.0.0/8, [::1], localhost. */
export function isLoopback(url: URL): boolean {
  // "localhost." is resolved by the network and may be any computer.
  const host = bareHost(url);
  if (host === 'localhost') return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}

/**
 * True for a host that looks like this computer but is resolved like any other, or means all of its addresses (`localhost.`, `a.localhost`,
 * `ip6-localhost`, 0.0.0.0): what a person takes for local may be sent anywhere.
 */
export function onlyLooksLocal(url: URL): boolean {
  if (isLoopback(url)) return false;
  return looksLocal.test(bareHost(url));
}

const looksLocal =
  /(^|\.)localhost\.?$|^localhost[46]?\.localdomain[46]?\.?$|^localhost[46]\.?$|^ip6-(localhost|loopback)\.?$|^0\.0\.0\.0$|^::$|^::ffff:/;

/** What an address that only looks local must be instead. */
export const notQuiteHere = 'must name this computer as localhost, 127.0.0.1 or [::1]: other names like these may lead anywhere';

/** The host as used for look-ups: an IPv6 address without brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Appends a path of the interface (spec 4) to the base address, which keeps its own path prefix. */
export function addressOf(base: URL, path: string): URL {
  const url = new URL(base.origin);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/** True if a user name or password precedes the host. */
export function hasUserInfo(text: string): boolean {
  return /^[a-z]+:[/\\]*[^/\\?#]*@/i.test(text.trim());
}

/** True if a path contains `..` in any encoding. */
export function climbs(text: string): boolean {
  return /(^|[/\\])(\.|%2e){2}([/\\?#]|$)/i.test(text.trim());
}

function refused(reason: string): AppError {
  return new AppError('USAGE', `The service address ${reason}. Nothing was sent. Correct the address and try again.`);
}
