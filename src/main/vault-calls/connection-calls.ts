import { createHash } from 'node:crypto';
import { app } from 'electron';
import { isDemoConnection } from '../../core/client/demo-connection.ts';
import { proveConnection } from '../../core/client/prove-connection.ts';
import { attendedBackoff } from '../../core/client/status-policy.ts';
import { ProxyWantsSignIn } from '../../core/client/proxy-sign-in.ts';
import { testConnection } from '../../core/client/test-connection.ts';
import { tokenAddressOf } from '../../core/client/token-address.ts';
import { withClientCertificate, type Identity } from '../../core/vault/settings/client-certificate.ts';
import { assertSameKindAsPacks } from '../../core/vault/studies/take-in.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import type { ChosenCertificates } from './chosen-certificates.ts';
import type { ChosenProxySignIns } from '../platform/chosen-proxy-sign-ins.ts';
import type { DemoStarter } from '../engines/demo-service.ts';
import { isFallbackRuntime } from '../../shared/runtime.ts';
import { routeTo } from '../platform/network.ts';
import type { Session } from '../engines/session.ts';
import type { GivenService } from '../platform/settings.ts';

/** The vault's setting for the owner of the connected service. Only the built-in service is started on demand. */
const serviceSetting = 'service';
type ServiceOwner = 'built-in' | 'partner';

/** A person's choices for reaching a service. */
interface Chosen {
  readonly certificates: Pick<ChosenCertificates, 'identity' | 'forgetChoice'>;
  readonly signIns: Pick<ChosenProxySignIns, 'of' | 'refused'>;
}

type ConnectionCalls = Pick<Handlers<'main'>, 'connection.test' | 'connection.save' | 'demo.start'>;

/** Calls that test and store a connection, and start the built-in demo service. */
export function connectionCalls(session: Session, demo: DemoStarter, { certificates, signIns }: Chosen): ConnectionCalls {
  /** Digest of the connection if the last test passed, otherwise empty. */
  let proven = '';
  return {
    'connection.test': async ({ connection, secret, study }) => {
      assertAllowed(connection);
      const tried = digestOf({ connection, secret, studies: [study] }, certificates.identity(connection));
      const network = await routeTo(connection, certificates.identity(connection), signIns);
      const result = await testConnection({ connection, secret, study, version: app.getVersion(), network });
      if (result.proxyAsks?.isRefused === true) signIns.refused(result.proxyAsks.proxy);
      proven = result.steps.some(({ state }) => state === 'failed') ? '' : tried;
      return result;
    },
    'connection.save': async ({ connection, secret, studies }) => {
      assertAllowed(connection);
      assertKept(connection);
      const identity = certificates.identity(connection);
      // A connection that has not passed the last test is stored only if its token, and the data of its first study, can be fetched now.
      if (digestOf({ connection, secret, studies }, identity) !== proven) {
        const network = { ...(await routeTo(connection, identity, signIns)), backoff: attendedBackoff };
        await proveConnection({ connection, secret, network }, studies[0] ?? null).catch((error: unknown) => {
          if (error instanceof ProxyWantsSignIn && error.asks.isRefused) signIns.refused(error.asks.proxy);
          throw error;
        });
      }
      withClientCertificate(session.vault(), identity.clientCertificate, () => {
        saveConnection(session, { connection: { ...connection, demo: isDemoConnection(connection) }, secret, studies }, 'partner');
      });
      certificates.forgetChoice();
    },
    'demo.start': async () => {
      assertOnlyDemo(session.vault());
      const service = await demo.start();
      saveConnection(session, service, 'built-in');
      certificates.forgetChoice();
      return [...service.studies];
    },
  };
}

/** Throws USAGE if the vault is connected to a real service. */
export function assertOnlyDemo(vault: Vault): void {
  const stored = vault.connection();
  if (stored !== null && !stored.connection.demo)
    throw new AppError(
      'USAGE',
      'This data folder is connected to a service. Demo studies are never mixed with its data: start Carrel with another data folder to try them.',
    );
}

/** Stores a connection and adds its studies. */
export function saveConnection(session: Session, { connection, secret, studies }: GivenService, owner: ServiceOwner): void {
  const vault = session.vault();
  assertSameKindAsPacks(vault.studies(), connection.demo);
  vault.saveSetting(serviceSetting, owner);
  vault.saveConnection(connection, secret);
  for (const study of studies) vault.addStudy(study, { demo: connection.demo, provisional: false });
  session.refreshStudies();
}

/** Starts the built-in demo service if the vault uses it, and updates the stored connection, because the port changes at each start. */
export async function followDemoService(vault: Vault, demo: DemoStarter): Promise<void> {
  const stored = vault.connection();
  if (stored === null || vault.setting(serviceSetting) !== 'built-in') return;
  const service = await demo.start();
  if (service.connection.baseUrl !== stored.connection.baseUrl) vault.saveConnection(service.connection, service.secret);
}

function assertAllowed(connection: Connection): void {
  tokenAddressOf(connection, { loopbackOnly: isFallbackRuntime(process.versions.electron) });
}

/** The development runtime shows studies of a demo service only, so no other connection is stored. Throws USAGE. */
function assertKept(connection: Connection): void {
  if (!isFallbackRuntime(process.versions.electron) || isDemoConnection(connection)) return;
  throw new AppError(
    'USAGE',
    'This is a development runtime, which shows synthetic studies of the demo service only. Nothing was stored. Connect with an installed Carrel.',
  );
}

/** Digest of everything a test depends on. The secret is kept in no other form. */
function digestOf(tried: GivenService, identity: Identity): string {
  return createHash('sha256')
    .update(JSON.stringify([tried, identity]))
    .digest('hex');
}
