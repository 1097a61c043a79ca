import { createVault, openVault, vaultState } from '../core/vault/open-vault.ts';
import { saveConnection } from './connection-calls.ts';
import type { Session } from './session.ts';
import type { StartSettings } from './settings.ts';

/** Opens (or makes) the vault with the passphrase this start was given, connects to the given service and mirrors its studies. */
export async function openGiven({ dataDir, passphrase, service }: StartSettings, session: Session): Promise<void> {
  if (passphrase === null) return;
  const vault = vaultState(dataDir).exists ? await openVault(dataDir, { passphrase }) : await createVault(dataDir, { passphrase, keyStore: null });
  session.open(vault);
  if (service === null) return;
  saveConnection(session, service);
  if (service.studies.length > 0) void session.callWriter('sync.start', { studies: [...service.studies], only: null }).catch(() => undefined);
}
