import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { errorAnswer, type SandboxAnswer, type SandboxRequest } from './answer.ts';
import { refuseCaller } from './authorize.ts';
import { answerControl, isControl } from './control.ts';
import { demoCredentials, type Credentials } from './credentials.ts';
import { answerSearch } from './data-endpoint.ts';
import { alterAnswer } from './faults/alter-body.ts';
import { deliver } from './faults/deliver.ts';
import type { Fault, SeenRequest, Strike } from './faults/fault.ts';
import { openFaultBook } from './faults/fault-book.ts';
import { DEFAULT_OPTIONS, type SandboxOptions } from './options.ts';
import { openPages, pregenerate, type PageSource } from './page-source.ts';
import { route } from './route.ts';
import { answerToken } from './token-endpoint.ts';
import { openTokenBook } from './tokens.ts';
import { openPacker, readRequest, sendAnswer } from './transport.ts';

/** A running reference service. */
export interface Sandbox {
  readonly credentials: Credentials;
  readonly studies: readonly string[];
  /** The honest answer to a request. */
  answer(request: SandboxRequest): SandboxAnswer;
  handler(incoming: IncomingMessage, response: ServerResponse): void;
  /** Serves on 127.0.0.1 and gives the base URL; port 0 takes any free port. */
  listen(port?: number): Promise<string>;
  close(): Promise<void>;
  /** Moves all studies to a revision (0 is the base data). */
  setRevision(revision: number): void;
  /** Replaces what goes wrong; requests are recorded from here on. */
  setFaults(faults: readonly Fault[]): void;
  /** The requests since the faults were set, in the order of their arrival. */
  seen(): readonly SeenRequest[];
  /** Every access token ever issued, for whoever looks for them where they must not be. */
  issuedTokens(): readonly string[];
}

/** Makes the service; nothing listens before `listen`. Options that are left out have their defaults. */
export function createSandbox(given: Partial<SandboxOptions> = {}): Sandbox {
  const options: SandboxOptions = { ...DEFAULT_OPTIONS, ...given };
  const credentials = demoCredentials(options.seed);
  const tokens = openTokenBook(options.expiresIn, () => performance.now());
  const book = openFaultBook(credentials, tokens, options.faults);
  const pack = openPacker();
  let listeningAt: string | null = null;
  let revision = options.revision;
  let pages = openRevision(options, revision, listeningAt);

  function setRevision(wanted: number): void {
    revision = wanted;
    pages = openRevision(options, revision, listeningAt);
  }

  function answer(request: SandboxRequest, strike: Strike = {}): SandboxAnswer {
    const found = route(request.url.split('?')[0] ?? '');
    if (found === null) return errorAnswer(404, 'not_found', 'There is no endpoint at this path.');
    if (found.kind === 'token') return answerToken(request, credentials, tokens, strike.lifetime);
    if (found.kind === 'control') return answerControl(found.name, request, { setRevision, book });
    return refuseCaller(request, credentials, tokens) ?? answerSearch(request, found.resource, options.studies, pages, strike.page);
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, listeningAt ?? `http://127.0.0.1:${incoming.socket.localPort ?? 0}`);
    if (request === null) sendAnswer(response, errorAnswer(413, 'too_large', 'The request body is too large.'));
    else if (isControl(request)) sendAnswer(response, answer(request));
    else await serveStruck(request, response);
  }

  async function serveStruck(request: SandboxRequest, response: ServerResponse): Promise<void> {
    const { strikes, ended } = book.meet(request);
    response.once('close', () => ended(response.writableFinished ? 'answered' : 'hung-up'));
    // Where faults meet, the later one counts; what they change in the content adds up.
    const strike = Object.assign({}, ...strikes) as Strike;
    if (strike.delay !== undefined) await wait(strike.delay);
    if (strike.revision !== undefined) setRevision(strike.revision);
    if (options.latency > 0) await wait(options.latency);
    const altered = strikes.reduce((sofar, each) => alterAnswer(sofar, request, each), answer(request, strike));
    const packs = options.gzip && strike.packed === undefined;
    const whole = await deliver(response, packs ? pack(altered, request.headers['accept-encoding']) : altered, strike);
    if (whole) ended('answered');
  }

  function handler(incoming: IncomingMessage, response: ServerResponse): void {
    // A client that hangs up in the middle of its request ends that request only.
    serve(incoming, response).catch(() => response.destroy());
  }

  // Longer than a client keeps a socket, so that no request meets a connection that is just being closed.
  const server = createServer({ keepAliveTimeout: 60_000 }, handler);
  return {
    credentials,
    studies: options.studies,
    answer,
    handler,
    setRevision,
    setFaults: (faults) => book.set(faults),
    seen: () => book.seen(),
    issuedTokens: () => tokens.issued(),
    close: () => closeServer(server),
    async listen(port = options.port) {
      listeningAt = await listenOnLoopback(server, port);
      if (options.pregenerate) pages = openRevision(options, revision, listeningAt);
      return listeningAt;
    },
  };
}

function openRevision(options: SandboxOptions, revision: number, baseUrl: string | null): PageSource {
  const source = openPages(options, revision);
  return options.pregenerate && baseUrl !== null ? pregenerate(source, options.studies, baseUrl) : source;
}

function listenOnLoopback(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.off('error', reject);
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
