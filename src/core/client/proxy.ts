import { BlockList, isIP } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import { bareHost, isLoopback, parseUrl } from './base-url.ts';

const socks = 'a SOCKS proxy, which Carrel does not support';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A proxy as it was named: `http://` (meant where there is no scheme) or `https://`, perhaps with its own user name and
 * password. Errors: USAGE, without a word of the credentials.
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
 * The proxy that the environment names for a service, as curl reads it: `https_proxy`, `HTTPS_PROXY`, `all_proxy`,
 * `ALL_PROXY`, the first that is not empty; `NO_PROXY` lists the exceptions. A service on this computer never has one.
 */
export function proxyFromEnvironment(service: URL, environment: Variables): string | null {
  if (mustBeDirect(service)) return null;
  const proxy = firstOf(environment, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']);
  const exceptions = firstOf(environment, ['no_proxy', 'NO_PROXY']) ?? '';
  return proxy === null || isExcepted(service, exceptions) ? null : proxy;
}

/**
 * The proxy of an answer such as `PROXY one:3128; HTTPS two:443; DIRECT`, as a proxy script or the system gives it: the
 * first entry that can be used; null for DIRECT, and for an answer that names nothing. Errors: USAGE where none can be used.
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

/** True for plain http, and for this computer: no proxy has anything to do with them. */
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

/** An exception is a name (with all names below it), an address or a block of them; with a port, for that port only. */
function covers(entry: string, service: URL): boolean {
  const host = bareHost(service).replace(/\.$/, '');
  const [, named = '', port] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== (service.port === '' ? '443' : service.port)) return false;
  const name = named
    .replace(/^\[|\]$/g, '')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  if (isIP(host) === 0) return host === name || (name !== '' && host.endsWith(`.${name}`));
  const [address = '', bits] = name.split('/');
  if (isIP(address) !== isIP(host)) return false;
  const family = isIP(host) === 4 ? 'ipv4' : 'ipv6';
  const most = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > most) return false;
  const block = new BlockList();
  block.addSubnet(address, prefix, family);
  return block.check(host, family);
}

/** Signs of a user name or password that cannot stand in an address are written as `%40`. */
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
