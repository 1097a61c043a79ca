import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf, readOrdinary, writeDurably } from '../platform/files.ts';

const FREE_TRIES = 3;
const FIRST_DELAY = 5;
const LONGEST_DELAY = 900;
const longestFile = 4096;

const triesSchema = z.strictObject({ failures: z.int().min(0), last: z.int().min(0) });

/** Wrong passphrases since the last right one; `last`: when the latest was tried, in milliseconds since 1970. */
export type Tries = z.infer<typeof triesSchema>;

const NONE: Tries = { failures: 0, last: 0 };

/** Seconds that must pass after so many wrong passphrases: none for the first three, then 5, 10, 20 … 900. */
export function delayAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0;
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(failures - FREE_TRIES, 16));
}

/** Whole seconds until another passphrase is tried; 0: now. Never more than the delay. */
export function secondsToWait(tries: Tries, now: number): number {
  const delay = delayAfter(tries.failures);
  const passed = Math.max(0, (now - tries.last) / 1000);
  return Math.max(0, Math.ceil(delay - passed));
}

/** Reads the tries of a data folder. A file that cannot be read counts as used-up free tries without a delay that still runs. */
export function readTries(dir: string): Tries {
  try {
    return triesSchema.parse(JSON.parse(readOrdinary(triesPath(dir), longestFile)));
  } catch (error: unknown) {
    return errnoOf(error) === 'ENOENT' ? NONE : { failures: FREE_TRIES, last: 0 };
  }
}

/**
 * As `readTries`. Tries of a time to come were noted by a clock that was set back since: they are taken to be of now, once, so
 * that their delay begins again and ends, however far the clock was off.
 */
export function settleTries(dir: string, now: number): Tries {
  const tries = readTries(dir);
  if (tries.last <= now) return tries;
  const settled = { ...tries, last: now };
  keepTries(dir, settled);
  return settled;
}

/** Remembers one more wrong passphrase. Where the folder cannot be written the refusal itself still stands. */
export function rememberFailure(dir: string, now: number): void {
  keepTries(dir, { failures: readTries(dir).failures + 1, last: now });
}

function keepTries(dir: string, tries: Tries): void {
  try {
    writeDurably(triesPath(dir), JSON.stringify(tries));
  } catch {
    return;
  }
}

/** Forgets them after the right passphrase. */
export function forgetTries(dir: string): void {
  rmSync(triesPath(dir), { force: true });
}

export function triesPath(dir: string): string {
  return join(dir, 'tries.json');
}
