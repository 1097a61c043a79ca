import { parseBaseUrl } from '../core/client/base-url.ts';
import { proxyFromEnvironment } from '../core/client/proxy.ts';
import type { Route } from '../core/client/service.ts';

/** The way to a service from a terminal: the proxy is the environment's. Errors: USAGE for a base URL that is refused. */
export function routeTo(baseUrl: string, env: NodeJS.ProcessEnv, extraPem: string | null): Route {
  return { proxy: proxyFromEnvironment(parseBaseUrl(baseUrl), env), extraPem };
}
