import type { SecuritySettings } from './security-schema.ts';

/**
 * What the key store of the computer may do. `session`: open again what the passphrase opened since Carrel was started; its seal is kept
 * in memory only. `always`: open without a passphrase; its seal is kept on the disk.
 */
export const keyStoreUses = ['off', 'session', 'always'] as const;
export type KeyStoreUse = (typeof keyStoreUses)[number];

export const defaultSecurity: SecuritySettings = {
  lockAfterMinutes: 15,
  lockWithComputer: true,
  askBeforeExport: false,
  hideFromCapture: false,
};

/** Whether a change makes it easier for somebody at an unattended desk: that is asked for once more. */
export function isWeaker(before: SecuritySettings, after: SecuritySettings): boolean {
  return (
    after.lockAfterMinutes > before.lockAfterMinutes ||
    (before.lockWithComputer && !after.lockWithComputer) ||
    (before.askBeforeExport && !after.askBeforeExport) ||
    (before.hideFromCapture && !after.hideFromCapture)
  );
}
