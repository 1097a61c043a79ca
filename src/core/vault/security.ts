import { defaultSecurity, isWeaker, keyStoreUses, type KeyStoreUse } from '../../shared/security.ts';
import { securitySchema, type SecuritySettings } from '../../shared/security-schema.ts';
import { confirmPassphrase, hasPassphrase } from './confirm-passphrase.ts';
import type { Vault } from './vault.ts';

const SETTING = 'security';
/** Stored by a change of the protection; before the first one the key file alone says it. */
export const KEY_STORE_SETTING = 'keys.store';

/** When Carrel locks and what it asks again. A part that another version left in an unknown shape is the default. */
export function readSecurity(vault: Pick<Vault, 'setting'>): SecuritySettings {
  const stored: unknown = JSON.parse(vault.setting(SETTING) ?? '{}');
  const kept: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { lockAfterMinutes, lockWithComputer, askBeforeExport, hideFromCapture } = securitySchema.shape;
  return {
    lockAfterMinutes: lockAfterMinutes.catch(defaultSecurity.lockAfterMinutes).parse(kept['lockAfterMinutes']),
    lockWithComputer: lockWithComputer.catch(defaultSecurity.lockWithComputer).parse(kept['lockWithComputer']),
    askBeforeExport: askBeforeExport.catch(defaultSecurity.askBeforeExport).parse(kept['askBeforeExport']),
    hideFromCapture: hideFromCapture.catch(defaultSecurity.hideFromCapture).parse(kept['hideFromCapture']),
  };
}

/** Keeps them. What makes it easier for others needs the passphrase, where there is one. Throws LOCKED, STORE. */
export async function saveSecurity(vault: Vault, after: SecuritySettings, passphrase: string | null): Promise<void> {
  const before = readSecurity(vault);
  if (isWeaker(before, after) && hasPassphrase(vault.dir)) await confirmPassphrase(vault, passphrase);
  vault.saveSetting(SETTING, JSON.stringify(after), { kind: 'security-changed', before, after });
}

/** Whether the passphrase is asked for before records leave the vault as a file or by the clipboard: the settings say so, and there is one. */
export function asksBeforeExport(vault: Pick<Vault, 'dir' | 'setting'>): boolean {
  return readSecurity(vault).askBeforeExport && hasPassphrase(vault.dir);
}

/** Asks for the passphrase where `asksBeforeExport`. Throws LOCKED, STORE. */
export async function confirmBeforeExport(vault: Vault, passphrase: string | null): Promise<void> {
  if (asksBeforeExport(vault)) await confirmPassphrase(vault, passphrase);
}

/** How the key store of the computer is used by this vault. `inFile`: its seal is in the key file. */
export function readKeyStoreUse(vault: Pick<Vault, 'setting'>, inFile: boolean): KeyStoreUse {
  if (inFile) return 'always';
  const stored = keyStoreUses.find((use) => use === vault.setting(KEY_STORE_SETTING));
  return stored === 'session' ? 'session' : 'off';
}
