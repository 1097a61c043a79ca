import { defaultSecurity, isWeaker, keyStoreUses, type KeyStoreUse } from '../../../shared/security.ts';
import { securitySchema, type SecuritySettings } from '../../../shared/security-schema.ts';
import { confirmIfProtected, confirmPassphrase, hasPassphrase } from '../keys/confirm-passphrase.ts';
import type { Vault } from '../vault.ts';

const SETTING = 'security';
/** Stored by a change of protection; before the first one, only the key file says it. */
export const KEY_STORE_SETTING = 'keys.store';

/** When Carrel locks and what it asks for again. Parts in an unknown shape, left by another version, get their defaults. */
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

/** Stores the settings. A weaker setting requires the passphrase, if there is one. Throws LOCKED, STORE. */
export async function saveSecurity(vault: Vault, after: SecuritySettings, passphrase: string | null): Promise<void> {
  const before = readSecurity(vault);
  if (isWeaker(before, after)) await confirmIfProtected(vault, passphrase);
  vault.saveSetting(SETTING, JSON.stringify(after), { kind: 'security-changed', before, after });
}

/** Whether the passphrase is required before records leave the vault in a file or on the clipboard: the setting is on, and there is one. */
export function asksBeforeExport(vault: Pick<Vault, 'dir' | 'setting' | 'audit'>): boolean {
  return readSecurity(vault).askBeforeExport && hasPassphrase(vault);
}

/** Checks the passphrase if `asksBeforeExport`. Throws LOCKED, STORE. */
export async function confirmBeforeExport(vault: Vault, passphrase: string | null): Promise<void> {
  if (asksBeforeExport(vault)) await confirmPassphrase(vault, passphrase);
}

/** How this vault uses the computer's key store. `inFile`: its seal is in the key file. */
export function readKeyStoreUse(vault: Pick<Vault, 'setting'>, inFile: boolean): KeyStoreUse {
  if (inFile) return 'always';
  const stored = keyStoreUses.find((use) => use === vault.setting(KEY_STORE_SETTING));
  return stored === 'session' ? 'session' : 'off';
}
