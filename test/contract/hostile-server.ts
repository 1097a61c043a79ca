import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import type { Connection } from '../../src/shared/connection.ts';

export const tokenPath = '/svc-apim/external/svc-oidc/oauth2/token';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type Respond = (request: Seen, response: ServerResponse, count: number) => void;

/** A service whose answers a test defines; it records its requests. */
export interface HostileServer {
  readonly baseUrl: string;
  readonly tokens: Seen[];
  readonly pages: Seen[];
  close(): Promise<void>;
}

function goodToken(_request: Seen, response: ServerResponse, count: number): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ token_type: 'Bearer', access_token: `token-${count}`, scope: 'full', expires_in: 3600 }));
}

/** `count` is 1 for the first request of its kind. */
export async function startHostileServer(answers: { readonly token?: Respond; readonly page: Respond }): Promise<HostileServer> {
  const tokens: Seen[] = [];
  const pages: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      const isToken = seen.url.startsWith(tokenPath);
      const kind = isToken ? tokens : pages;
      kind.push(seen);
      (isToken ? (answers.token ?? goodToken) : answers.page)(seen, response, kind.length);
    });
  });
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, tokens, pages, close: () => stop(server) };
}

/** Counts connections and answers nothing. */
export async function startThief(): Promise<{ readonly port: number; readonly connections: () => number; close(): Promise<void> }> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  return { port: await listen(server), connections: () => connections, close: () => stop(server) };
}

/** Sends the given bytes after a request's head, then closes. */
export async function startRawServer(write: (socket: Socket) => void): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      write(socket);
    });
  });
  return {
    baseUrl: `http://127.0.0.1:${await listen(server)}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await stop(server);
    },
  };
}

export function connectionTo(baseUrl: string, over: Partial<Connection> = {}): Connection {
  return { baseUrl, partnerId: '0417', clientId: 'carrel-site-03', tokenStyle: 'body', demo: true, ...over };
}

/** Waits milliseconds instead of seconds; ends by the number of tries, however slow the machine is. */
export const swift = { backoff: { tries: 5, base: 2, ceiling: 8, timeoutMs: 600_000 } };

/** Like swift, for a service that is lost during a run: only time ends the tries then. */
export const impatient = { backoff: { ...swift.backoff, timeoutMs: 1000 } };

function listen(server: Server | TcpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function stop(server: Server | TcpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
