import { AppError } from './errors.ts';
import { millisecondsOfDay } from './day.ts';

/** File extension of a site pack. */
export const packEnding = '.carrelpack';

/** Days for which a pack can be opened by default. */
export const usualDays = 14;

/** The moment from which a pack can no longer be opened, in ms since 1970. */
export function endOf(expires: string): number {
  return Date.parse(`${expires}T00:00:00Z`) + millisecondsOfDay;
}

/** The date this many days after a moment, `YYYY-MM-DD` in UTC. */
export function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * millisecondsOfDay).toISOString().slice(0, 10);
}

export function isExpired(expires: string, now: number): boolean {
  return now >= endOf(expires);
}

/** FORBIDDEN because the right to read the study has expired; neither a passphrase nor damage is the reason. */
export function packExpired(study: string, expires: string): AppError {
  return new AppError(
    'FORBIDDEN',
    `The site pack of ${study} expired after ${expires} (UTC) and can no longer be opened. Nothing was deleted. Sync the study with a connection, ask for a new pack, or wipe it.`,
  );
}
