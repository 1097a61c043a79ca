import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AppError } from '../../shared/errors.ts';
import type { ByteBudget } from './byte-budget.ts';
import { certificateWanted } from './certificate-wanted.ts';
import { ProxyAgent } from './proxy-agent.ts';
import { readBody, type Sender } from './read-body.ts';
import { cancelled, deadlineError, requestError, unchanged, type Peer } from './request-errors.ts';
import { lookupOf, type Resolver } from './this-computer.ts';
import { createTrust, identityOf, type ClientCertificate } from './trust.ts';

/** Milliseconds: until connected, without a byte, for one whole answer (faults F18, F19). */
export interface Deadlines {
  readonly connect: number;
  readonly idle: number;
  readonly total: number;
}
export const usualDeadlines: Deadlines = { connect: 10_000, idle: 30_000, total: 120_000 };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** The peer named in errors; default: the service. */
  readonly peer?: Peer;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Most decoded bytes of the answer. */
  readonly limit: number;
  readonly budget: ByteBudget;
  readonly signal: AbortSignal | null;
  /** Statuses from 400 on whose body is read for evaluation; default: none. */
  readonly readsRefusal?: (status: number) => boolean;
  /** Called when a connection is ready and the request is about to be written: if it returns false, nothing is sent (see `isOutdated`). */
  readonly isStillGood?: () => boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** When the headers arrived: milliseconds of this computer's clock. A body may take much longer. */
  readonly arrived: number;
  /** Decoded. Empty for every status other than 200 whose body was not requested or could not be read. */
  readonly body: Buffer;
  /** Returns the body's bytes to the budget. Call it once the body is no longer held. */
  readonly release: () => void;
}

type Head = Pick<HttpAnswer, 'status' | 'headers' | 'arrived'>;

/** Sends single requests over kept connections: no redirects, cookies, cache or retries. */
export interface Http {
  /** Throws NETWORK, TLS, LIMIT, PROTOCOL, CANCELLED. A status is not an error here. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

export interface HttpOptions {
  /** Additional certificates to trust, PEM. */
  readonly extraPem?: string | null;
  /** Shown to a secure service that asks for one, never to a proxy. */
  readonly clientCertificate?: ClientCertificate | null;
  /** Public keys of which a secure service must prove one; null: any trusted certificate. */
  readonly pins?: readonly string[] | null;
  /** Proxy for secure services; plain ones are on this computer and are always reached directly. */
  readonly proxy?: URL | null;
  readonly deadlines?: Deadlines;
  /** Resolves names of this computer; tests replace the system's resolver. */
  readonly resolver?: Resolver;
}

export function createHttp(options: HttpOptions = {}): Http {
  const { extraPem = null, clientCertificate = null, pins = null, proxy = null, deadlines = usualDeadlines, resolver } = options;
  const plain = new http.Agent({ keepAlive: true });
  let secure: https.Agent | null = null;
  // Created only for a service that needs it, because reading the trusted roots takes a moment.
  const secureAgent = (): https.Agent => {
    const behind = createTrust(extraPem, clientCertificate);
    const identity = identityOf(pins);
    return proxy === null
      ? new https.Agent({ keepAlive: true, secureContext: behind, rejectUnauthorized: true, ...identity })
      : new ProxyAgent({ proxy, trust: createTrust(extraPem), behind, identity, wait: deadlines.connect });
  };
  const line = { deadlines, showsCertificate: clientCertificate !== null, resolver };
  return {
    send: async (request) => exchange(request, request.url.protocol === 'https:' ? (secure ??= secureAgent()) : plain, line),
    close: () => {
      plain.destroy();
      secure?.destroy();
    },
  };
}

/** Settings for all requests of an `Http`. */
interface Line {
  readonly deadlines: Deadlines;
  readonly showsCertificate: boolean;
  readonly resolver: Resolver | undefined;
}

function exchange(request: HttpRequest, agent: http.Agent, { deadlines, showsCertificate, resolver }: Line): Promise<HttpAnswer> {
  const { url, signal, peer = 'service' } = request;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelled());
      return;
    }
    const outgoing = start(request, agent, resolver);
    const cleanUp = (): void => {
      clearTimeout(total);
      outgoing.setTimeout(0);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (error: unknown): void => {
      cleanUp();
      outgoing.destroy();
      reject(certificateWanted(error, url.host, showsCertificate) ?? requestError(error, url.host, peer));
    };
    const abort = (): void => fail(cancelled());
    const total = setTimeout(() => fail(deadlineError('total', url.host, deadlines.total, peer)), deadlines.total);
    signal?.addEventListener('abort', abort, { once: true });
    // Connecting to the proxy has its own deadline.
    const connecting = agent instanceof ProxyAgent ? deadlines.connect * 2 : deadlines.connect;
    watchConnecting(outgoing, connecting, () => fail(deadlineError('connect', url.host, connecting, peer)));
    outgoing.setTimeout(deadlines.idle, () => fail(deadlineError('idle', url.host, deadlines.idle, peer)));
    outgoing.on('error', fail);
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new AppError('PROTOCOL', `The ${peer} at ${url.host} tried to switch to a protocol other than HTTP. ${unchanged}`));
    });
    outgoing.on('response', (response) => {
      receive(request, response).then((answer) => {
        cleanUp();
        resolve(answer);
      }, fail);
    });
    whenConnected(outgoing, () => {
      if (request.isStillGood?.() === false) fail(new Outdated());
      else outgoing.end(request.body);
    });
  });
}

/** Connecting took so long that the request is no longer valid. Nothing was sent. */
class Outdated extends AppError {
  constructor() {
    super('AUTH', `The access token expired before a request could be sent with it. ${unchanged} Sync again.`);
  }
}

/** True if nothing was sent because the request was no longer valid when connected. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Outdated;
}

function whenConnected(outgoing: http.ClientRequest, write: () => void): void {
  outgoing.once('socket', (socket: Socket) => {
    if (socket.connecting) socket.once('connect', write);
    else write();
  });
}

function start(request: HttpRequest, agent: http.Agent, resolver: Resolver | undefined): http.ClientRequest {
  const options = {
    method: request.method,
    agent,
    headers: { 'accept-encoding': 'gzip', 'cache-control': 'no-store', ...request.headers },
    maxHeaderSize: 16 * 1024,
    insecureHTTPParser: false,
    ...lookupOf(request.url, resolver),
  };
  return request.url.protocol === 'https:' ? https.request(request.url, options) : http.request(request.url, options);
}

/** The connect deadline covers name look-up, connection and handshake. It does not apply to a kept connection. */
function watchConnecting(outgoing: http.ClientRequest, milliseconds: number, late: () => void): void {
  const timer = setTimeout(late, milliseconds);
  const done = (): void => clearTimeout(timer);
  outgoing.once('close', done);
  outgoing.once('socket', (socket: Socket) => {
    if (outgoing.reusedSocket) done();
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', done);
  });
}

async function receive(request: HttpRequest, response: http.IncomingMessage): Promise<HttpAnswer> {
  const status = response.statusCode ?? 0;
  const head = { status, headers: response.headers, arrived: Date.now() };
  if (status !== 200) {
    if (status >= 400 && request.readsRefusal?.(status) === true) return readRefusal(request, response, head);
    // The content of an error page is neither shown nor stored, so it is not read.
    response.on('error', () => undefined);
    response.destroy();
    return bodiless(head);
  }
  const body = await readBody(response, { bytes: request.limit, budget: request.budget }, whoOf(request));
  // The caller may take the body over and leave an empty one.
  const { length } = body;
  let held = true;
  const release = (): void => {
    if (held) request.budget.give(length);
    held = false;
  };
  return { ...head, body, release };
}

/** Decoded bytes: an error object has a few hundred, a gateway's page a few thousand. */
const refusalBytes = 64 * 1024;
/** Milliseconds to wait for the body of a refusal; its status alone is sufficient. */
const refusalWait = 5000;

/** Returns a refusal with its body, or without it if the body is too large, too slow or damaged. */
async function readRefusal(request: HttpRequest, response: http.IncomingMessage, head: Head): Promise<HttpAnswer> {
  const timer = setTimeout(() => response.destroy(), refusalWait);
  try {
    const body = await readBody(response, { bytes: refusalBytes, budget: request.budget }, whoOf(request));
    request.budget.give(body.length);
    return { ...bodiless(head), body };
  } catch {
    return bodiless(head);
  } finally {
    clearTimeout(timer);
  }
}

function whoOf({ url: { host }, peer = 'service' }: HttpRequest): Sender {
  return { host, peer };
}

function bodiless(head: Head): HttpAnswer {
  return { ...head, body: Buffer.alloc(0), release: () => undefined };
}
