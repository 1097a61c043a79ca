import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { AppError } from '../../shared/errors.ts';
import { bareHost, isLoopback, parseUrl } from './base-url.ts';

const socks = 'a SOCKS proxy, which Carrel does not support';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Parses a proxy address: `http://` (the default if there is no scheme) or `https://`, optionally with user name and password. Throws USAGE
 * without revealing the credentials.
 */
export function parseProxy(text: string): URL {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url !== null && /^socks/i.test(url.protocol)) throw unusable(socks);
  if (url === null || url.hostname === '' || !/^https?:$/.test(url.protocol) || !isDecodable(url)) {
    throw new AppError(
      'USAGE',
      'The proxy of this computer is not an address such as http://proxy.example.org:3128. Nothing was sent. Correct it and try again.',
    );
  }
  return url;
}

/**
 * Returns the proxy that the environment names for a service, like curl: the first of `https_proxy`, `HTTPS_PROXY`, `all_proxy`,
 * `ALL_PROXY` that is not empty, with exceptions in `NO_PROXY`. Null for a service on this computer.
 */
export function proxyFromEnvironment(service: URL, environment: Variables): string | null {
  if (mustBeDirect(service)) return null;
  const proxy = firstOf(environment, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']);
  const exceptions = firstOf(environment, ['no_proxy', 'NO_PROXY']) ?? '';
  return proxy === null || isExcepted(service, exceptions) ? null : proxy;
}

/**
 * Returns the proxy in a decision such as `PROXY one:3128; HTTPS two:443; DIRECT` from a proxy script or the system: the first usable
 * entry; null for DIRECT or an empty decision. Throws USAGE if no entry is usable.
 */
export function proxyFromDecision(service: URL, decision: string): string | null {
  if (mustBeDirect(service)) return null;
  const entries = decision
    .split(';')
    .map((entry) => entry.trim().split(/\s+/))
    .filter(([kind]) => kind !== '');
  for (const [kind = '', address = ''] of entries) {
    if (/^direct$/i.test(kind)) return null;
    if (/^https?$|^proxy$/i.test(kind) && address !== '') return `${/^https$/i.test(kind) ? 'https' : 'http'}://${address}`;
  }
  if (entries.length === 0) return null;
  throw unusable(entries.some(([kind = '']) => /^socks/i.test(kind)) ? socks : 'a proxy that Carrel cannot use');
}

/** True for plain http and for this computer, which never use a proxy. */
export function mustBeDirect(service: URL): boolean {
  return service.protocol !== 'https:' || isLoopback(service);
}

function firstOf(environment: Variables, names: readonly string[]): string | null {
  return names.map((name) => environment[name]?.trim() ?? '').find((value) => value !== '') ?? null;
}

function isExcepted(service: URL, exceptions: string): boolean {
  return exceptions
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || covers(entry.toLowerCase(), service));
}

/**
 * Whether an exception covers the service. An exception is a name (including all subdomains), an address or an address block; with a port,
 * it applies to that port only.
 */
function covers(entry: string, service: URL): boolean {
  const host = bareHost(service).replace(/\.$/, '');
  const [, named = '', port] = /^(\[[^\]]*\]|[^:]*|[^:]*:[^:]*:.*)(?::(\d+))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== (service.port === '' ? '443' : service.port)) return false;
  const name = named
    .replace(/^\[|\]$/g, '')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  if (isIP(host) === 0) return isWithin(host, inAscii(name));
  const [address = '', bits] = name.split('/');
  if (isIP(address) !== isIP(host)) return false;
  const family = isIP(host) === 4 ? 'ipv4' : 'ipv6';
  const most = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d+$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix <= most)) return false;
  const block = new BlockList();
  block.addSubnet(address, prefix, family);
  return block.check(host, family);
}

function isWithin(host: string, name: string): boolean {
  return host === name || (name !== '' && host.endsWith(`.${name}`));
}

/** A name with other letters, as a URL has it (`xn--…`). What is not only a name stays as it is. */
function inAscii(name: string): string {
  return /^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(name) ? domainToASCII(name) || name : name;
}

/** Whether user name and password are valid percent-encoding (special characters are written like `%40`). */
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

function unusable(what: string): AppError {
  return new AppError(
    'USAGE',
    `This computer reaches the network through ${what}. Nothing was sent. Set an http or https proxy, or none for this service.`,
  );
}
