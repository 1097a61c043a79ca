import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { AppError } from '../../shared/errors.ts';
import { bareHost } from './base-url.ts';
import { ProxyWantsSignIn } from './proxy-sign-in.ts';
import { deadlineError, requestError, unchanged } from './request-errors.ts';

/** How to reach a proxy. */
export interface ProxyLine {
  readonly proxy: URL;
  /** For a proxy that is itself reached over TLS. */
  readonly trust: SecureContext;
  /** For the service behind it: may include a client certificate, which the proxy never sees. */
  readonly behind: SecureContext;
  /** How the certificate of the service is verified; see `identityOf`. */
  readonly identity: Pick<ConnectionOptions, 'checkServerIdentity'>;
  /** Milliseconds until the proxy must have connected. */
  readonly wait: number;
}

/** The service behind the proxy. `servername` is empty if `host` is an IP address. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly servername: string;
}

/**
 * Opens a secure connection inside a tunnel (CONNECT), with its handshake started. The proxy sees the service's name and port and encrypted
 * data, never a header or a credential. Throws NETWORK and TLS naming the proxy, ProxyWantsSignIn.
 */
export async function openTunnel(line: ProxyLine, target: Target, signal: AbortSignal | null): Promise<TLSSocket> {
  const socket = await askProxy(line, target, signal);
  // Without `host`, the certificate for an IP address would be compared with another name.
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
      // Otherwise the name expected in its certificate would be taken from the Host header, which names the service.
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
    // Emitted for every answer to CONNECT, whatever its status. A body is not read.
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

/** Keeps and reuses secure connections to the service through a proxy. */
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

  /**
   * With a password, connections are opened one at a time and none after a refusal, so that a wrong password is sent once and not once per
   * connection.
   */
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

/** Returns why an answer to CONNECT opened no tunnel, or null if it did. `early`: bytes received before we sent anything. */
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
