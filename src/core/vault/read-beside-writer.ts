import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { changedElsewhere } from '../platform/read-only-folder.ts';
import type { Vault } from './vault.ts';
import type { SealBreak } from './vault-seal.ts';

/** Milliseconds for which reading a vault is repeated while another account keeps changing it, and between two attempts. */
export interface ReadingLimits {
  readonly within: number;
  readonly pause: number;
}

const usualLimits: ReadingLimits = { within: 5000, pause: 50 };

/**
 * Opens a vault in a read-only folder and returns how it differs from the state of its last change, or null. `open` reads a copy of the
 * vault file, while the seal is next to the original, so a change by another account in between looks like a break. Every change rewrites
 * the seal before it is committed: a break is real if the seal did not change while the vault was read. Throws BUSY if it keeps changing,
 * and errors of `open`.
 */
export async function openBesideWriter(
  open: () => Vault,
  sealPath: string,
  { within, pause }: ReadingLimits = usualLimits,
): Promise<{ readonly vault: Vault; readonly found: SealBreak | null }> {
  const until = performance.now() + within;
  for (;;) {
    const before = sealOf(sealPath);
    const vault = open();
    const found = findBreak(vault);
    if (found === null || sealOf(sealPath) === before) return { vault, found };
    vault.close();
    if (performance.now() >= until) throw changedElsewhere();
    await sleep(pause);
  }
}

/**
 * Returns how an open vault differs from the state of its last change, or null. Closes it if it cannot be compared. Throws CORRUPT, STORE.
 */
export function findBreak(vault: Vault): SealBreak | null {
  try {
    return vault.findSealBreak();
  } catch (error: unknown) {
    vault.close();
    throw error;
  }
}

/** Null if missing or unreadable. */
function sealOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
