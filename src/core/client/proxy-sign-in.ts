import { AppError } from '../../shared/errors.ts';
import type { ProxyAsks } from '../../shared/proxy-asks.ts';
import { unchanged } from './request-errors.ts';

/** User name and password of a proxy; no colon in the user name, no control characters in either (RFC 7617). */
export interface SignIn {
  readonly user: string;
  readonly password: string;
}

/** Schemes that are named in messages; anything else a proxy sends is not repeated. */
const schemes: ReadonlyMap<string, string> = new Map([
  ['basic', 'Basic'],
  ['digest', 'Digest'],
  ['ntlm', 'NTLM'],
  ['negotiate', 'Negotiate (Kerberos or NTLM)'],
  ['kerberos', 'Kerberos'],
]);

/** The proxy requires a sign-in (status 407). NETWORK, never retried in a run, because wrong passwords lock accounts. */
export class ProxyWantsSignIn extends AppError {
  readonly asks: ProxyAsks;

  /** `challenges`: the values of Proxy-Authenticate. `given`: whether a user name and password were sent. */
  constructor(proxy: URL, challenges: readonly string[], given: boolean) {
    const offered = schemesOf(challenges);
    const asks = { ...proxyId(proxy), isBasic: offered.includes('basic'), isRefused: given };
    super('NETWORK', `The proxy ${proxy.host} ${sayAsked(asks, offered)}`);
    this.asks = asks;
  }
}

/** Identifies a proxy by scheme, host and port only. `overTls`: it is itself reached over TLS. */
export function proxyId(proxy: URL): Pick<ProxyAsks, 'proxy' | 'overTls'> {
  const overTls = proxy.protocol === 'https:';
  const port = proxy.port === '' ? (overTls ? '443' : '80') : proxy.port;
  return { proxy: `${proxy.protocol}//${proxy.hostname}:${port}`, overTls };
}

/** Adds user name and password to a proxy's address unless it has its own. */
export function withSignIn(proxy: URL, signIn: SignIn | null): URL {
  if (signIn === null || proxy.username !== '' || proxy.password !== '') return proxy;
  const url = new URL(proxy);
  url.username = encodeURIComponent(signIn.user);
  url.password = encodeURIComponent(signIn.password);
  return url;
}

/** Throws USAGE if a user name or password cannot be sent to a proxy. */
export function assertSignIn({ user, password }: SignIn): void {
  if (user !== '' && !user.includes(':') && !/\p{Cc}/u.test(user + password) && (user + password).isWellFormed()) return;
  throw new AppError(
    'USAGE',
    'The user name of a proxy has one character at least and no colon, and neither it nor the password has control characters. Nothing was sent. Correct them and try again.',
  );
}

/** The distinct known schemes of some challenges in order, in lower case. A scheme is a word not followed by "=". */
export function schemesOf(challenges: readonly string[]): readonly string[] {
  const words = challenges
    // Quoted text is a value.
    .map((challenge) => challenge.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
    .flatMap((challenge) => challenge.split(','))
    .map((part) => /^\s*([a-z]+)(?=\s|$)(?!\s*=)/i.exec(part)?.[1]?.toLowerCase() ?? '');
  return [...new Set(words.filter((word) => schemes.has(word)))];
}

function sayAsked({ isBasic, isRefused }: ProxyAsks, offered: readonly string[]): string {
  if (!isBasic) {
    const names = offered.map((scheme) => schemes.get(scheme) ?? '').join(', ');
    const by = names === '' ? 'in a way that it does not name' : `by ${names}`;
    return `asks for a sign-in ${by}, but Carrel can sign in by Basic only. ${unchanged} Run a local proxy that signs in for you (px or cntlm) and name it as the proxy of this computer, or ask your IT department for a rule that lets this service through without a sign-in.`;
  }
  const where = 'in the window where Carrel asks for them, on the command line as CARREL_PROXY_USER and CARREL_PROXY_PASSWORD.';
  return isRefused
    ? `rejected the user name and password. ${unchanged} Give the right ones: ${where}`
    : `asks for a user name and password. ${unchanged} Give them: ${where}`;
}
