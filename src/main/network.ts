import { net, session } from 'electron';
import { parseBaseUrl } from '../core/client/base-url.ts';
import { mustBeDirect, proxyFromDecision } from '../core/client/proxy.ts';
import type { Route } from '../core/client/service.ts';

const checkEvery = 3000;

/** Reports when the computer goes on or off the network; returns how to stop. Interval in milliseconds. */
export function watchNetwork(changed: (online: boolean) => void): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    if (net.isOnline() === online) return;
    online = !online;
    changed(online);
  }, checkEvery);
  return () => {
    clearInterval(timer);
  };
}

/**
 * The way to a service: the system decides for a proxy, by its settings or its script. Errors: USAGE for a base URL that is
 * refused, and for a proxy that cannot be used.
 */
export async function routeTo(baseUrl: string, extraPem: string | null): Promise<Route> {
  const service = parseBaseUrl(baseUrl);
  if (mustBeDirect(service)) return { proxy: null, extraPem };
  return { proxy: proxyFromDecision(service, await session.defaultSession.resolveProxy(service.href)), extraPem };
}
