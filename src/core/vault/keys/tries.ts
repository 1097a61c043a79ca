import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../../platform/errno.ts';
import { cleanUpIfPossible, readOrdinary, writeDurably } from '../../platform/files.ts';

const FREE_TRIES = 3;
const FIRST_DELAY = 5;
const LONGEST_DELAY = 900;
const longestFile = 4096;

/** The latest time that a date can have, in milliseconds since 1970. */
const latestTime = 8.64e15;

const triesSchema = z.strictObject({ failures: z.int().min(0), last: z.int().min(0).max(latestTime) });

/** Number of wrong passphrases since the last correct one. `last`: time of the latest, in milliseconds since 1970. */
export type Tries = z.infer<typeof triesSchema>;

const NONE: Tries = { failures: 0, last: 0 };

/** Seconds to wait after this many wrong passphrases: none for the first three, then 5, 10, 20 … 900. */
export function delayAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0;
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(failures - FREE_TRIES, 16));
}

/** Whole seconds until another passphrase can be tried, at most the delay; 0: now. */
export function secondsToWait(tries: Tries, now: number): number {
  const delay = delayAfter(tries.failures);
  const passed = Math.max(0, (now - tries.last) / 1000);
  return Math.max(0, Math.ceil(delay - passed));
}

/** Reads the tries of a data folder. An unreadable file counts as used-up free tries whose delay has passed. */
export function readTries(dir: string): Tries {
  try {
    return triesSchema.parse(JSON.parse(readOrdinary(triesPath(dir), longestFile)));
  } catch (error: unknown) {
    return errnoOf(error) === 'ENOENT' ? NONE : { failures: FREE_TRIES, last: 0 };
  }
}

/**
 * Like `readTries`. Tries in the future were recorded by a clock that was set back since; they are moved to now, once, so that their delay
 * restarts and ends however far the clock was off.
 */
export function settleTries(dir: string, now: number): Tries {
  const tries = readTries(dir);
  if (tries.last <= now) return tries;
  const settled = { ...tries, last: now };
  keepTries(dir, settled);
  return settled;
}

/** Records another wrong passphrase. If the folder is not writable, the refusal itself still applies. */
export function recordFailure(dir: string, now: number): void {
  keepTries(dir, { failures: readTries(dir).failures + 1, last: now });
}

function keepTries(dir: string, tries: Tries): void {
  try {
    writeDurably(triesPath(dir), JSON.stringify(tries));
  } catch {
    return;
  }
}

/** Resets the count after a correct passphrase. If the file cannot be deleted, the count stays, but the passphrase has opened the vault. */
export function forgetTries(dir: string): void {
  cleanUpIfPossible(() => {
    rmSync(triesPath(dir), { force: true });
  });
}

export function triesPath(dir: string): string {
  return join(dir, 'tries.json');
}
