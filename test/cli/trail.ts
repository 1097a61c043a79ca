import { openVault } from '../../src/core/vault/open-vault.ts';
import type { PassedOn } from '../../src/core/vault/audit-event.ts';
import { passphrase } from './carrel.ts';

/** What the vault's trail says was passed on as files, the oldest first. */
export async function passedOn(dataDir: string): Promise<readonly PassedOn[]> {
  const vault = await openVault(dataDir, { passphrase });
  try {
    return vault.audit.entries().flatMap(({ event }) => (event.kind === 'passed-on' ? [event] : []));
  } finally {
    vault.close();
  }
}
