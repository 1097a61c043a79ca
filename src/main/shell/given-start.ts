import { parseBaseUrl } from '../../core/client/base-url.ts';
import { createVault, vaultState } from '../../core/vault/open-vault.ts';
import { reportOf } from '../../shared/errors.ts';
import { assertOnlyDemo, saveConnection } from '../vault-calls/connection-calls.ts';
import type { VaultUnlocker } from '../engines/vault-unlocker.ts';
import type { Session } from '../engines/session.ts';
import type { StartSettings } from '../platform/settings.ts';
import type { StartupError } from '../vault-calls/vault-calls.ts';

/**
 * Opens (or creates) the vault with the passphrase given at the start, connects to the given service and mirrors its studies while the
 * window opens. Never rejects: errors are stored in `startupError` so that the window can show them.
 */
export async function openGiven(
  settings: StartSettings,
  session: Session,
  unlocker: VaultUnlocker,
  startupError: StartupError,
): Promise<void> {
  try {
    await openAndConnect(settings, session, unlocker);
  } catch (error: unknown) {
    startupError.report = reportOf(error);
  }
}

async function openAndConnect({ dataDir, passphrase, service }: StartSettings, session: Session, unlocker: VaultUnlocker): Promise<void> {
  if (passphrase === null) return;
  const exists = vaultState(dataDir).exists;
  const vault = await session.open(exists ? unlocker.open(passphrase) : createVault(dataDir, { passphrase, keyStore: null }));
  if (service === null) return;
  assertOnlyDemo(vault);
  parseBaseUrl(service.connection.baseUrl, { loopbackOnly: true });
  saveConnection(session, service, 'partner');
  if (service.studies.length > 0)
    void session.callWriter('sync.start', { studies: [...service.studies], only: null }).catch(() => undefined);
}
