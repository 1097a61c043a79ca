import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import type { Access } from '../../cli/service.ts';
import { findReservedPort } from '../../reserved-port.ts';
import { createTokenStore } from './token-store.ts';

/** Folder of the partner interface's token endpoint; the other endpoints of the OAuth server are beside it. */
export const tokenFolder = '/svc-apim/external/svc-oidc';
/** The audience of the tokens. */
export const audience = 'urn:carrel:data';
/** The account with which the gateway introspects tokens. */
export const asking = { client_id: 'gateway', client_secret: randomUUID() };

/** `opaque`: only the server can validate a token; `jwt`: it is signed, and anybody with the keys can. */
export type TokenFormat = 'opaque' | 'jwt';

export interface OauthServer {
  /** The base address of its endpoints. */
  readonly issuer: string;
  /** Signs with another key from now on; tokens signed with the earlier key become invalid. */
  readonly rotate: () => Promise<void>;
  /** Number of tokens issued so far. */
  readonly issued: () => number;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  readonly stop: () => Promise<void>;
}

/** oidc-provider as the token endpoint, which grants a token for the credentials, valid for `lifetime` seconds. */
export async function startOauthServer({ clientId, clientSecret }: Access, format: TokenFormat, lifetime: number): Promise<OauthServer> {
  const port = await findReservedPort();
  const issuer = `http://127.0.0.1:${String(port)}`;
  const adapter = createTokenStore();
  let issued = 0;
  const open = async (): Promise<(request: IncomingMessage, response: ServerResponse) => void> => {
    const provider = new Provider(issuer, { ...configurationOf({ clientId, clientSecret }, format, lifetime, await newKey()), adapter });
    provider.on('grant.success', () => {
      issued += 1;
    });
    const callback = provider.callback();
    return (request, response) => void callback(request, response);
  };
  let current = await open();
  const answer = (request: IncomingMessage, response: ServerResponse): void => current(request, response);
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    issuer,
    rotate: async () => {
      current = await open();
    },
    issued: () => issued,
    answer,
    stop: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
}

function configurationOf(
  { clientId, clientSecret }: Pick<Access, 'clientId' | 'clientSecret'>,
  format: TokenFormat,
  lifetime: number,
  key: JWK,
): Configuration {
  const account = { redirect_uris: [], response_types: [], grant_types: ['client_credentials'] };
  const inBody = { ...account, token_endpoint_auth_method: 'client_secret_post' as const };
  return {
    clients: [
      { ...inBody, client_id: clientId, client_secret: clientSecret, scope: 'full' },
      { ...inBody, ...asking },
    ],
    scopes: ['full'],
    jwks: { keys: [key] },
    ttl: { ClientCredentials: lifetime },
    routes: { token: `${tokenFolder}/oauth2/token`, introspection: `${tokenFolder}/introspect`, jwks: `${tokenFolder}/keys` },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: (_context, client) => client.clientId === asking.client_id },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        getResourceServerInfo: () => ({ scope: 'full', audience, accessTokenTTL: lifetime, accessTokenFormat: format }),
      },
    },
  };
}
