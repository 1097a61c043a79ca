import type { StudyReader } from '../query/study-directory.ts';

/** KiB of decrypted pages held by a connection that a table is read from: where its rows lie together, more are no faster. */
export const cacheKiB = 16_384;

/** The same where each page is read once: in the order of the table, while the lines that were made are held. */
export const smallCacheKiB = 4096;

/** Holds so many KiB of pages from now on. */
export function holdPages({ db }: Pick<StudyReader, 'db'>, kibibytes: number): void {
  db.pragma(`cache_size=-${String(kibibytes)}`);
}
