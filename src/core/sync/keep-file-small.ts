import { setImmediate, setTimeout } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import { checkpoint } from '../store/database/database.ts';
import { giveBackFreePages } from '../store/flip/free-pages.ts';
import { compactTables } from '../store/flip/compact-tables.ts';
import { guarded } from '../store/database/store-error.ts';
import type { WritableStudy } from '../store/database/study.ts';

/**
 * How often to try to empty the journal while a reader prevents it (a quarter of a second each), and the pause in between in milliseconds.
 */
const MOST_TRIES = 4;
const PAUSE = 100;

/**
 * Frees space that the visible data no longer needs, at the end of a sync and before the file is marked. Each step is its own transaction,
 * other work runs in between, and `signal` stops it after a step; the next sync continues. A full disk does not fail the sync. Throws
 * CORRUPT.
 */
export async function keepFileSmall(study: WritableStudy, signal: AbortSignal): Promise<void> {
  try {
    let isChanged = false;
    for (const steps of [compactTables(study), giveBackFreePages(study.db)]) {
      while (!signal.aborted && guarded(whatOf(study), () => steps.next().done) !== true) {
        isChanged = true;
        await setImmediate();
      }
    }
    if (isChanged) await emptyJournal(study, signal);
  } catch (error: unknown) {
    if (!(error instanceof AppError) || !['STORE', 'BUSY'].includes(error.code)) throw error;
  }
}

async function emptyJournal(study: WritableStudy, signal: AbortSignal): Promise<void> {
  for (let tries = 1; !guarded(whatOf(study), () => checkpoint(study.db)); tries += 1) {
    if (signal.aborted || tries === MOST_TRIES) return;
    await setTimeout(PAUSE);
  }
}

function whatOf({ study }: WritableStudy): string {
  return `The cache of study ${study}`;
}
