import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { AppError } from '../../shared/errors.ts';
import { bareHost } from './base-url.ts';
import { ProxyWantsSignIn } from './proxy-sign-in.ts';
import { deadlineError, requestError, unchanged } from './request-errors.ts';

/** How a proxy is reached. */
export interface ProxyLine {
  readonly proxy: URL;
  /** For a proxy that is itself reached over TLS. */
  readonly trust: SecureContext;
  /** For what is behind it: it may show a client certificate, which a proxy never sees. */
  readonly behind: SecureContext;
  /** How the certificate of what is behind it is compared; see `identityOf`. */
  readonly identity: Pick<ConnectionOptions, 'checkServerIdentity'>;
  /** Milliseconds until the proxy has made the connection. */
  readonly wait: number;
}

/** The service behind the proxy; `servername` is empty where `host` is an address. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly servername: string;
}

/**
 * A secure connection, its handshake begun, inside a tunnel (CONNECT): the proxy sees the service's name and port and what
 * is encrypted for it, never a header or a credential. Errors: NETWORK and TLS that name the proxy, ProxyWantsSignIn.
 */
export async function openTunnel(line: ProxyLine, target: Target, signal: AbortSignal | null): Promise<TLSSocket> {
  const socket = await askProxy(line, target, signal);
  // Without `host` the certificate of an address would be compared with another name.
  const { host, servername } = target;
  return connect({ socket, host, servername, secureContext: line.behind, rejectUnauthorized: true, ...line.identity });
}

function askProxy({ proxy, trust, wait }: ProxyLine, target: Target, signal: AbortSignal | null): Promise<Duplex> {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  return new Promise((resolve, reject) => {
    const isSecure = proxy.protocol === 'https:';
    const host = bareHost(proxy);
    const options = {
      method: 'CONNECT',
      host,
      // Else the name that its certificate must hold is taken from the Host header, which names the service.
      servername: isIP(host) === 0 ? host : '',
      port: proxy.port === '' ? (isSecure ? 443 : 80) : proxy.port,
      path: authority,
      headers: { host: authority, ...credentialsOf(proxy) },
      agent: false,
      secureContext: trust,
      rejectUnauthorized: true,
      maxHeaderSize: 16 * 1024,
      ...(signal === null ? {} : { signal }),
    };
    const asked = isSecure ? https.request(options) : http.request(options);
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      asked.destroy();
      reject(requestError(error, proxy.host, 'proxy'));
    };
    const timer = setTimeout(() => fail(deadlineError('connect', proxy.host, wait, 'proxy')), wait);
    asked.once('error', fail);
    // Every answer to CONNECT comes here, whatever its status; a body is read by nobody.
    asked.once('connect', (response, socket, head) => {
      const refused = refusal(response, head, proxy);
      if (refused === null) {
        clearTimeout(timer);
        resolve(socket);
        return;
      }
      socket.destroy();
      fail(refused);
    });
    asked.end();
  });
}

/** Secure connections to the service through a proxy, kept and used again. */
export class ProxyAgent extends https.Agent {
  readonly #line: ProxyLine;
  readonly #ended = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();
  #refused: ProxyWantsSignIn | null = null;

  constructor(line: ProxyLine) {
    super({ keepAlive: true });
    this.#line = line;
  }

  override createConnection(options: https.RequestOptions, done: (error: Error | null, socket: Duplex) => void): undefined {
    const settle = done as (error: Error | null, socket?: Duplex) => void;
    const host = options.host ?? '';
    const target = { host, port: Number(options.port), servername: options.servername ?? '' };
    this.#open(target).then(settle.bind(null, null), settle);
  }

  /** With a password one after the other, and none after a refusal: a wrong one is sent once, not once for each connection. */
  async #open(target: Target): Promise<TLSSocket> {
    if (!hasSignIn(this.#line.proxy)) return openTunnel(this.#line, target, this.#ended.signal);
    const opening = this.#turn.then(async () => {
      if (this.#refused !== null) throw this.#refused;
      return openTunnel(this.#line, target, this.#ended.signal);
    });
    this.#turn = opening.catch((error: unknown) => {
      if (error instanceof ProxyWantsSignIn) this.#refused = error;
    });
    return opening;
  }

  override destroy(): void {
    this.#ended.abort();
    super.destroy();
  }
}

function hasSignIn({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

function credentialsOf(proxy: URL): Readonly<Record<string, string>> {
  if (!hasSignIn(proxy)) return {};
  const { username, password } = proxy;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Why an answer to CONNECT made no tunnel, or null where it did; `early` is what came before our own first word. */
function refusal({ statusCode: status = 0, headersDistinct }: http.IncomingMessage, early: Buffer, proxy: URL): AppError | null {
  if (status === 407) return new ProxyWantsSignIn(proxy, headersDistinct['proxy-authenticate'] ?? [], hasSignIn(proxy));
  if (status >= 200 && status < 300) {
    if (early.length === 0) return null;
    return new AppError(
      'NETWORK',
      `The proxy ${proxy.host} sent its own data before the service was contacted. ${unchanged} Ask who runs your network.`,
    );
  }
  return new AppError(
    'NETWORK',
    `The proxy ${proxy.host} could not connect to the service (status ${status}). ${unchanged} Ask who runs your network.`,
  );
}
