import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { errorAnswer, jsonAnswer, type SandboxAnswer, type SandboxRequest } from './answer.ts';
import { refuseCaller } from './authorize.ts';
import { demoCredentials, type Credentials } from './credentials.ts';
import { answerSearch } from './data-endpoint.ts';
import { DEFAULT_OPTIONS, type SandboxOptions } from './options.ts';
import { openPages, pregenerate, type PageSource } from './page-source.ts';
import { route } from './route.ts';
import { answerToken } from './token-endpoint.ts';
import { openTokenBook } from './tokens.ts';
import { openPacker, readRequest, sendAnswer } from './transport.ts';

/** A running reference service. A test server that injects faults can wrap `handler`, or take `answer` and alter it. */
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
}

/** Makes the service; nothing listens before `listen`. Options that are left out have their defaults. */
export function createSandbox(given: Partial<SandboxOptions> = {}): Sandbox {
  const options: SandboxOptions = { ...DEFAULT_OPTIONS, ...given };
  const credentials = demoCredentials(options.seed);
  const tokens = openTokenBook(options.expiresIn, () => performance.now());
  const pack = openPacker();
  let listeningAt: string | null = null;
  let revision = options.revision;
  let pages = openRevision(options, revision, listeningAt);

  function setRevision(wanted: number): void {
    revision = wanted;
    pages = openRevision(options, revision, listeningAt);
  }

  function answer(request: SandboxRequest): SandboxAnswer {
    const found = route(request.url.split('?')[0] ?? '');
    if (found === null) return errorAnswer(404, 'not_found', 'There is no endpoint at this path.');
    if (found.kind === 'token') return answerToken(request, credentials, tokens);
    if (found.kind === 'revision') return answerRevision(request, setRevision);
    return refuseCaller(request, credentials, tokens) ?? answerSearch(request, found.resource, options.studies, pages);
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, listeningAt ?? `http://127.0.0.1:${incoming.socket.localPort ?? 0}`);
    const honest = request === null ? errorAnswer(413, 'too_large', 'The request body is too large.') : answer(request);
    if (options.latency > 0) await wait(options.latency);
    sendAnswer(response, options.gzip ? pack(honest, incoming.headers['accept-encoding']) : honest);
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
    close: () => closeServer(server),
    async listen(port = options.port) {
      listeningAt = await listenOnLoopback(server, port);
      if (options.pregenerate) pages = openRevision(options, revision, listeningAt);
      return listeningAt;
    },
  };
}

/** `POST /sandbox/revision?value=N`: a control of the sandbox, not of the partner interface; it needs no token. */
function answerRevision(request: SandboxRequest, setRevision: (revision: number) => void): SandboxAnswer {
  const value = new URLSearchParams(request.url.split('?')[1] ?? '').get('value') ?? '';
  if (request.method !== 'POST') return errorAnswer(405, 'method_not_allowed', 'The revision is set with POST.');
  if (!/^\d{1,2}$/.test(value)) return errorAnswer(400, 'bad_revision', 'The parameter value is a whole number from 0 to 99.');
  setRevision(Number(value));
  return jsonAnswer(200, { revision: Number(value) });
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
