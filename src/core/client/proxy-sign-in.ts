import { AppError } from '../../shared/errors.ts';
import type { ProxyAsks } from '../../shared/proxy-asks.ts';
import { unchanged } from './request-errors.ts';

/** The user name and password of a proxy; no colon in the user name, no control characters in either (RFC 7617). */
export interface SignIn {
  readonly user: string;
  readonly password: string;
}

/** Schemes that are told by name; what else a proxy sends is not repeated. */
const schemes: ReadonlyMap<string, string> = new Map([
  ['basic', 'Basic'],
  ['digest', 'Digest'],
  ['ntlm', 'NTLM'],
  ['negotiate', 'Negotiate (Kerberos or NTLM)'],
  ['kerberos', 'Kerberos'],
]);

/** The proxy wants to know who asks (status 407). NETWORK, and never tried again in a run: a wrong password locks accounts. */
export class ProxyWantsSignIn extends AppError {
  readonly asks: ProxyAsks;

  /** `challenges`: the values of Proxy-Authenticate; `given`: whether a user name and password were sent. */
  constructor(proxy: URL, challenges: readonly string[], given: boolean) {
    const offered = schemesOf(challenges);
    const asks = { ...proxyId(proxy), isBasic: offered.includes('basic'), isRefused: given };
    super('NETWORK', `The proxy ${proxy.host} ${sayAsked(asks, offered)}`);
    this.asks = asks;
  }
}

/** What a proxy is known by: scheme, host and port, nothing else of its address. `overTls`: it is itself reached over TLS. */
export function proxyId(proxy: URL): Pick<ProxyAsks, 'proxy' | 'overTls'> {
  const overTls = proxy.protocol === 'https:';
  const port = proxy.port === '' ? (overTls ? '443' : '80') : proxy.port;
  return { proxy: `${proxy.protocol}//${proxy.hostname}:${port}`, overTls };
}

/** The proxy's address with a user name and password; one that holds its own keeps them. */
export function withSignIn(proxy: URL, signIn: SignIn | null): URL {
  if (signIn === null || proxy.username !== '' || proxy.password !== '') return proxy;
  const url = new URL(proxy);
  url.username = encodeURIComponent(signIn.user);
  url.password = encodeURIComponent(signIn.password);
  return url;
}

/** Errors: USAGE where a user name or password cannot be sent to a proxy. */
export function assertSignIn({ user, password }: SignIn): void {
  if (user !== '' && !user.includes(':') && !/\p{Cc}/u.test(user + password) && (user + password).isWellFormed()) return;
  throw new AppError(
    'USAGE',
    'The user name of a proxy has one character at least and no colon, and neither it nor the password has control characters. Nothing was sent. Correct them and try again.',
  );
}

/** The known schemes of some challenges, in lower case, each once, in their order; a scheme is a word that no "=" follows. */
export function schemesOf(challenges: readonly string[]): readonly string[] {
  const words = challenges
    // Whatever stands between quotes is a value.
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
