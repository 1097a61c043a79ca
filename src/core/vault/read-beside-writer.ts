import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { changedElsewhere } from '../platform/read-only-folder.ts';
import type { Vault } from './vault.ts';
import type { SealBreak } from './vault-seal.ts';

/** Milliseconds for which a vault is read again while another account keeps changing it, and between two readings. */
export interface ReadingLimits {
  readonly within: number;
  readonly pause: number;
}

const usualLimits: ReadingLimits = { within: 5000, pause: 50 };

/**
 * Opens a vault whose folder may only be read, and says in what it is not what its last change left, or null. `open` reads a copy of
 * the vault file, and the seal lies beside the file itself, so that a change of another account between the two looks like a break.
 * Every change rewrites the seal before it is committed: a break counts where the seal stayed as it was while the vault was read anew.
 * Throws BUSY where it changes all the time, and what `open` throws.
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

/** In what an open vault is not what its last change left, or null; one that cannot be compared is closed. Throws CORRUPT, STORE. */
export function findBreak(vault: Vault): SealBreak | null {
  try {
    return vault.findSealBreak();
  } catch (error: unknown) {
    vault.close();
    throw error;
  }
}

/** Null where there is none that can be read. */
function sealOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
