import { guarded } from '../store/store-error.ts';
import { registerFold } from './contains.ts';
import type { StudyReader } from './study-directory.ts';

/**
 * Runs one question in one read transaction, so that an answer never mixes two generations.
 * CORRUPT, BUSY or STORE for what SQLite reports.
 */
export function inSnapshot<T>(study: StudyReader, read: () => T): T {
  return guarded(`The cache of study ${study.study}`, () => {
    registerFold(study.db);
    return study.db.transaction(read).deferred();
  });
}

/** The generation that is visible; 0 before the first. */
export function currentGeneration({ db }: StudyReader): number {
  return Number(db.prepare('SELECT ifnull(max(number), 0) FROM generation').pluck().get());
}
