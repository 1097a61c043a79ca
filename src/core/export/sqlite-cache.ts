import type { StudyReader } from '../query/study-directory.ts';

/** KiB of decrypted pages held by a connection that a table is read from. If its rows lie together, more pages are no faster. */
export const cacheKiB = 16_384;

/** The same if each page is read once, in table order, while the finished lines are held. */
export const smallCacheKiB = 4096;

/** Sets the size of the connection's page cache. */
export function setCacheSize({ db }: Pick<StudyReader, 'db'>, kibibytes: number): void {
  db.pragma(`cache_size=-${String(kibibytes)}`);
}
