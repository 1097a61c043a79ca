import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

export interface ProxyOptions {
  /** The port of each target by `host:port`; any other target is answered with 502. */
  readonly routes: Readonly<Record<string, number>>;
  /** The only accepted `Proxy-Authorization`; anything else is answered with 407. */
  readonly authorization?: string;
  /** The Proxy-Authenticate headers of a 407; by default, one that asks for Basic. */
  readonly challenges?: readonly string[];
  /** Answers this status to every CONNECT; 0 never answers. */
  readonly status?: number;
  /** Sent right after the answer that opens a tunnel. */
  readonly early?: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Speaks TLS itself. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Over TLS, clients are asked for a certificate but let in without one. */
  readonly asksForCertificate?: boolean;
}

/** A proxy that supports CONNECT only, and records its requests and every byte that clients send through it. */
export interface ConnectProxy {
  readonly url: string;
  readonly port: number;
  readonly asked: { readonly target: string; readonly headers: IncomingHttpHeaders }[];
  /** Requests that were not CONNECT: what a proxy could read. */
  readonly plain: string[];
  bytes(): Buffer;
  /** How many client certificates the proxy itself was shown. */
  certificates(): number;
  /** Breaks every tunnel and accepts no more. */
  close(): Promise<void>;
}

export async function startConnectProxy({
  routes,
  authorization,
  challenges,
  status,
  early = '',
  port: wanted = 0,
  tls,
  asksForCertificate = false,
}: ProxyOptions): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = [];
  const plain: string[] = [];
  const chunks: Buffer[] = [];
  const sockets = new Set<Duplex>();
  const server =
    tls === undefined ? createServer() : createSecureServer({ ...tls, requestCert: asksForCertificate, rejectUnauthorized: false });
  let certificates = 0;
  server.on('secureConnection', (socket: TLSSocket) => {
    if (Object.keys(socket.getPeerCertificate()).length > 0) certificates += 1;
  });
  const keep = (socket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  };
  server.on('connection', (socket: Socket) => {
    keep(socket);
  });
  server.on('request', (request, response) => {
    plain.push(`${request.method} ${request.url}`);
    response.writeHead(400).end();
  });
  server.on('connect', ({ url = '', headers }, socket: Duplex) => {
    keep(socket);
    asked.push({ target: url, headers });
    const allowed = authorization === undefined || headers['proxy-authorization'] === authorization;
    const port = routes[url];
    const answered = status ?? (!allowed ? 407 : port === undefined ? 502 : 200);
    if (answered === 0) return;
    if (answered !== 200 || port === undefined) {
      const asks = (challenges ?? ['Basic realm="lab"']).map((challenge) => `proxy-authenticate: ${challenge}\r\n`).join('');
      socket.end(`HTTP/1.1 ${answered} No\r\n${asks}location: http://127.0.0.1:1/\r\ncontent-length: 2\r\n\r\nno`);
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write(`HTTP/1.1 200 Connection established\r\n\r\n${early}`);
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
      });
      socket.pipe(upstream).pipe(socket);
    });
    keep(upstream);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://localhost:${port}`,
    port,
    asked,
    plain,
    bytes: () => Buffer.concat(chunks),
    certificates: () => certificates,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
