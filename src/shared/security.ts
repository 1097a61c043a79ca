import type { SecuritySettings } from './security-schema.ts';

/**
 * How Carrel uses the computer's key store. `session`: reopens what the passphrase opened since Carrel started; its seal is in memory only.
 * `always`: opens without a passphrase; its seal is on disk.
 */
export const keyStoreUses = ['off', 'session', 'always'] as const;
export type KeyStoreUse = (typeof keyStoreUses)[number];

export const defaultSecurity: SecuritySettings = {
  lockAfterMinutes: 15,
  lockWithComputer: true,
  askBeforeExport: false,
  hideFromCapture: false,
};

/** Whether a change weakens protection at an unattended computer; such a change needs an extra confirmation. */
export function isWeaker(before: SecuritySettings, after: SecuritySettings): boolean {
  return (
    after.lockAfterMinutes > before.lockAfterMinutes ||
    (before.lockWithComputer && !after.lockWithComputer) ||
    (before.askBeforeExport && !after.askBeforeExport) ||
    (before.hideFromCapture && !after.hideFromCapture)
  );
}
