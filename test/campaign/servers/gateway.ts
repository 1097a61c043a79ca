import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import type { Access } from '../../cli/service.ts';
import { findReservedPort } from '../../reserved-port.ts';
import { asking, audience, tokenFolder, type OauthServer, type TokenFormat } from './oauth-server.ts';

export interface Gateway {
  readonly baseUrl: string;
  /** Numbers of accepted and refused data requests. */
  readonly asked: { readonly let: number; readonly refused: number };
  readonly stop: () => Promise<void>;
}

/** Passes requests with a valid token of the OAuth server on to the data service, with its own token. */
export async function startGateway(oauth: OauthServer, format: TokenFormat, data: Access): Promise<Gateway> {
  const port = await findReservedPort();
  const asked = { let: 0, refused: 0 };
  const own = await tokenOf(data);
  const isGood = format === 'jwt' ? isSigned : isActive;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith(tokenFolder) === true) {
      oauth.answer(request, response);
      return;
    }
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!(await isGood(oauth, token))) {
      asked.refused += 1;
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return;
    }
    asked.let += 1;
    const headers = { authorization: `Bearer ${own}`, 'x-partnerid': String(request.headers['x-partnerid']) };
    const answer = await fetch(new URL(request.url ?? '/', data.baseUrl), { headers });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    asked,
    stop: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Checks the signature with the keys that the server publishes now. */
async function isSigned({ issuer }: OauthServer, token: string): Promise<boolean> {
  const published = await fetch(`${issuer}${tokenFolder}/keys`);
  const keys = createLocalJWKSet((await published.json()) as JSONWebKeySet);
  return jwtVerify(token, keys, { issuer, audience, typ: 'at+jwt' }).then(
    ({ payload }) => payload['scope'] === 'full',
    () => false,
  );
}

/** Asks the server by introspection (RFC 7662). */
async function isActive({ issuer }: OauthServer, token: string): Promise<boolean> {
  const body = new URLSearchParams({ ...asking, token });
  const answer = await fetch(`${issuer}${tokenFolder}/introspect`, { method: 'POST', body });
  const said = (await answer.json()) as Readonly<Record<string, unknown>>;
  return said['active'] === true && said['scope'] === 'full';
}

async function tokenOf({ baseUrl, clientId, clientSecret }: Access): Promise<string> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', scope: 'full' });
  const answer = await fetch(new URL('/svc-apim/external/svc-oidc/oauth2/token', baseUrl), { method: 'POST', body });
  return String(((await answer.json()) as Readonly<Record<string, unknown>>)['access_token']);
}
