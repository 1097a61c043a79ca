import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../shared/errors.ts';
import { remarkOnShared } from '../core/platform/own-folder.ts';
import { openVault, vaultState, type OlderVault } from '../core/vault/open-vault.ts';
import type { StudyEntry } from '../core/vault/studies/studies.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { Invocation } from './command.ts';

/** Milliseconds that the end of a command waits until folders are swept; a folder on a lost network share is left to the next command. */
const timeoutMs = 1000;

/** Unlocks the vault of the data folder, runs the work, and always closes the vault. Throws LOCKED with advice. */
export async function withVault<T>(invocation: Invocation, work: (vault: Vault) => Promise<T>, older: OlderVault = 'refuse'): Promise<T> {
  const vault = await unlock(invocation, older);
  try {
    return await work(vault);
  } finally {
    await Promise.race([vault.exports.swept(), sleep(timeoutMs, undefined, { ref: false })]);
    vault.close();
  }
}

/** Unlocks the vault with the given passphrase. */
export async function unlock({ dataDir, secrets, out }: Invocation, older: OlderVault = 'refuse'): Promise<Vault> {
  const state = vaultState(dataDir);
  if (!state.exists) throw new AppError('LOCKED', `There is no vault in ${dataDir} yet. Create one with: carrel connect`);
  const vault = await openVault(dataDir, { passphrase: requirePassphrase(secrets.passphrase) }, undefined, older);
  const remark = remarkOnShared(dataDir);
  if (remark !== null) out.note(remark);
  return vault;
}

/** Throws LOCKED if no passphrase was given. */
export function requirePassphrase(passphrase: string | null): string {
  if (passphrase !== null) return passphrase;
  throw new AppError(
    'LOCKED',
    'A passphrase is required. Set CARREL_PASSPHRASE, or use --passphrase-stdin and give the passphrase on a line of stdin.',
  );
}

/** A study of the data folder. Throws USAGE naming the existing studies. */
export function requireStudy(vault: Vault, study: string): StudyEntry {
  const entry = vault.study(study);
  if (entry !== null) return entry;
  const known = vault.studies().map((one) => one.study);
  const there = known.length === 0 ? 'None has been mirrored yet.' : `There are: ${known.join(', ')}.`;
  throw new AppError(
    'USAGE',
    `There is no study "${study.slice(0, 128)}" in this data folder. ${there} Mirror one with: carrel sync STUDY`,
  );
}
