import { net, session } from 'electron';
import { parseBaseUrl } from '../../core/client/base-url.ts';
import { mustBeDirect, proxyFromDecision } from '../../core/client/proxy.ts';
import type { Route } from '../../core/client/service.ts';
import { tokenAddressOf } from '../../core/client/token-address.ts';
import type { Identity } from '../../core/vault/settings/client-certificate.ts';
import { signedIn } from '../../core/vault/settings/proxy-sign-ins.ts';
import type { Connection } from '../../shared/connection.ts';
import type { ChosenProxySignIns } from './chosen-proxy-sign-ins.ts';

const checkEvery = 3000;

/** Reports when the computer goes online or offline. Returns a function that stops the watch. */
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
 * Returns the route to a service. The system's settings or script choose the proxy; a stored sign-in for it is included. Rejects with
 * USAGE if an address is refused or a proxy cannot be used.
 */
export async function routeTo(connection: Connection, identity: Identity, signIns: Pick<ChosenProxySignIns, 'of'>): Promise<Route> {
  const [proxy, tokenProxy] = [await proxyFor(parseBaseUrl(connection.baseUrl)), await proxyFor(tokenAddressOf(connection))];
  return { proxy: signedIn(proxy, signIns.of), tokenProxy: signedIn(tokenProxy, signIns.of), ...identity };
}

async function proxyFor(url: URL): Promise<string | null> {
  return mustBeDirect(url) ? null : proxyFromDecision(url, await session.defaultSession.resolveProxy(url.href));
}
