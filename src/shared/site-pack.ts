import { AppError } from './errors.ts';
import { millisecondsOfDay } from './day.ts';

/** What the name of a pack ends with. */
export const packEnding = '.carrelpack';

/** Days that a pack opens for where nobody says otherwise. */
export const usualDays = 14;

/** The moment from which on a pack does not open any more, in ms since 1970. */
export function endOf(expires: string): number {
  return Date.parse(`${expires}T00:00:00Z`) + millisecondsOfDay;
}

/** The day that lies some days after a moment, `YYYY-MM-DD` in UTC. */
export function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * millisecondsOfDay).toISOString().slice(0, 10);
}

export function isExpired(expires: string, now: number): boolean {
  return now >= endOf(expires);
}

/** FORBIDDEN: the right to read the study is over, which no passphrase changes and no damage caused. */
export function packExpired(study: string, expires: string): AppError {
  return new AppError(
    'FORBIDDEN',
    `The site pack of ${study} expired after ${expires} (UTC) and can no longer be opened. Nothing was deleted. Sync the study with a connection, ask for a new pack, or wipe it.`,
  );
}
