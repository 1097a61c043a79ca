import { parseBaseUrl } from '../core/client/base-url.ts';
import { parseProxy, proxyFromEnvironment } from '../core/client/proxy.ts';
import { assertSignIn, type SignIn } from '../core/client/proxy-sign-in.ts';
import type { Route } from '../core/client/service.ts';
import { tokenAddressOf } from '../core/client/token-address.ts';
import { identityOf, type Identity } from '../core/vault/settings/client-certificate.ts';
import { readProxySignIns, signedIn } from '../core/vault/settings/proxy-sign-ins.ts';
import { syncHostOver, type SyncHost } from '../core/vault/studies/sync-host.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { Connection } from '../shared/connection.ts';
import { AppError } from '../shared/errors.ts';
import type { Invocation } from './command.ts';

type Surroundings = Pick<Invocation, 'env' | 'secrets'>;

/** The way to a service from a terminal. */
interface Way {
  readonly connection: Connection;
  readonly identity: Identity;
  /** Its stored proxy sign-ins are used if neither the proxy's address nor the variables contain one; null if there is no vault yet. */
  readonly vault: Pick<Vault, 'setting'> | null;
}

/** Takes proxies from the environment. Throws USAGE for an invalid address, proxy or user name for it. */
export function routeTo({ connection, identity, vault }: Way, { env, secrets }: Surroundings): Route {
  const given = givenSignIn(secrets);
  const kept = (name: string): SignIn | null => (vault === null ? null : (readProxySignIns(vault).get(name) ?? null));
  const through = (url: URL): string | null => signedIn(proxyFromEnvironment(url, env), (name) => given ?? kept(name));
  return { proxy: through(parseBaseUrl(connection.baseUrl)), tokenProxy: through(tokenAddressOf(connection)), ...identity };
}

/** The vault as a SyncHost, for a command that adds no study. */
export function writingHost(vault: Vault, invocation: Surroundings): SyncHost {
  return syncHostOver(vault, 'refuse', (connection) => routeTo({ connection, identity: identityOf(vault), vault }, invocation));
}

/** Warnings about a working route: a password readable on the network, certificates that are not stored. */
export function remarksOn({ proxy = null, tokenProxy = null, extraPem }: Route, env: NodeJS.ProcessEnv): readonly string[] {
  const readable = [proxy, tokenProxy]
    .flatMap((one) => (one === null ? [] : [parseProxy(one)]))
    .filter(({ protocol, username, password }) => protocol === 'http:' && username + password !== '');
  const remarks = [...new Set(readable.map(({ host }) => host))].map(
    (host) =>
      `The connection to the proxy ${host} does not use TLS: the proxy's user name and password can be read on the network. The client secret cannot.`,
  );
  if ((env['NODE_EXTRA_CA_CERTS'] ?? '') !== '')
    remarks.push(`NODE_EXTRA_CA_CERTS is set: ${sayEnvironmentCertificates(extraPem ?? null)}`);
  const roots = ['SSL_CERT_FILE', 'SSL_CERT_DIR'].filter((name) => (env[name] ?? '') !== '');
  if (roots.length > 0)
    remarks.push(`Set in the environment: ${roots.join(', ')}. Certificates from there are trusted as this computer's own.`);
  return remarks;
}

function sayEnvironmentCertificates(extraPem: string | null): string {
  const kept =
    extraPem === null
      ? 'To store them: carrel connect … --extra-certificates FILE.'
      : 'Certificates given with --extra-certificates are stored.';
  // In Electron, whose fuse for that variable is off (scripts/package/fuses.ts).
  return process.versions['electron'] === undefined
    ? `its certificates apply to this run only and are not stored. ${kept}`
    : `an installed Carrel ignores it. ${kept}`;
}

function givenSignIn({ proxyUser: user, proxyPassword: password }: Surroundings['secrets']): SignIn | null {
  if (user === null && password === null) return null;
  if (user === null || password === null)
    throw new AppError(
      'USAGE',
      'CARREL_PROXY_USER and CARREL_PROXY_PASSWORD must be set together. Nothing was sent. Set both, or neither.',
    );
  assertSignIn({ user, password });
  return { user, password };
}
