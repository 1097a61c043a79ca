import { openVault } from '../../src/core/vault/open-vault.ts';
import type { PassedOn } from '../../src/core/vault/audit/audit-event.ts';
import { passphrase } from './carrel.ts';

/** The files passed on according to the vault's trail, oldest first. */
export async function passedOn(dataDir: string): Promise<readonly PassedOn[]> {
  const vault = await openVault(dataDir, { passphrase });
  try {
    return vault.audit.entries().flatMap(({ event }) => (event.kind === 'passed-on' ? [event] : []));
  } finally {
    vault.close();
  }
}
