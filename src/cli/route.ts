import { parseBaseUrl } from '../core/client/base-url.ts';
import { proxyFromEnvironment } from '../core/client/proxy.ts';
import type { Route } from '../core/client/service.ts';
import { tokenAddressOf } from '../core/client/token-address.ts';
import type { Identity } from '../core/vault/client-certificate.ts';
import type { Connection } from '../shared/connection.ts';

/** The way to a service from a terminal: the proxy is the environment's. Errors: USAGE for an address that is refused. */
export function routeTo(connection: Connection, env: NodeJS.ProcessEnv, identity: Identity): Route {
  return {
    proxy: proxyFromEnvironment(parseBaseUrl(connection.baseUrl), env),
    tokenProxy: proxyFromEnvironment(tokenAddressOf(connection), env),
    ...identity,
  };
}
