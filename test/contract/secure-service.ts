import { readFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls';

/**
 * Certificates of the tests, valid until 2126 (`expired-cert` until February 2020, `future-cert` from 2120), with keys used nowhere else.
 * `service-`, `expired-` and `other-name-cert` are issued by `root-cert`; `localhost-cert` and `future-cert` are self-signed.
 * `client-cert` is issued by `client-root-cert`, `stranger-cert` is self-signed; `client-key-encrypted` opens with `clientKeyPassphrase`.
 */
export function fixture(name: string): string {
  return readFileSync(fixturePath(name), 'utf8');
}

export const clientKeyPassphrase = 'seven-grey-herons';

/** TLS options of a gateway that requires a certificate issued by `client-root-cert`. */
export function mutualTls(): TlsOptions {
  return {
    cert: fixture('service-cert'),
    key: fixture('service-key'),
    ca: fixture('client-root-cert'),
    requestCert: true,
    rejectUnauthorized: true,
  };
}

export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}.pem`, import.meta.url));
}

/** TLS in front of a plain service on this computer; `prove` changes its certificate from the next connection on. */
export async function startTlsFront(
  behind: number,
  options: TlsOptions = { cert: fixture('service-cert'), key: fixture('service-key') },
): Promise<{ readonly port: number; connections(): number; prove(options: TlsOptions): void; close(): Promise<void> }> {
  let connections = 0;
  const server = createTlsServer(options, (socket) => {
    connections += 1;
    const upstream = connect(behind, '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    prove: (other) => {
      server.setSecureContext(other);
    },
    close: async () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

export interface SecureService {
  readonly port: number;
  /** Requests that got as far as HTTP. */
  requests(): number;
  /** How many client certificates were shown. */
  certificates(): number;
  close(): Promise<void>;
}

/** A token endpoint over TLS: whatever is asked, it issues the token "secure". */
export async function startSecureService(options: ServerOptions): Promise<SecureService> {
  let requests = 0;
  let certificates = 0;
  const server = createServer({ ...options, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    requests += 1;
    if (request.socket instanceof TLSSocket && Object.keys(request.socket.getPeerCertificate()).length > 0) certificates += 1;
    response.end('{"token_type":"Bearer","access_token":"secure"}');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    certificates: () => certificates,
    close: async () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
