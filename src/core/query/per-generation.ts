import { currentGeneration } from '../store/seal.ts';
import { generationNow, inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

/** What is worked out of a study's records once for each generation, however many ask. */
export interface PerGeneration<T> {
  /** Reads in one snapshot with what was worked out of the very records that it shows. */
  readonly with: <R>(read: (known: T, generation: number) => R) => Promise<R>;
}

/**
 * `work` may let others have their turn; where a sync flips meanwhile, it begins anew. What it throws is thrown to all who wait for it, and
 * it is tried again by the next.
 */
export function perGeneration<T>(study: StudyReader, work: () => Promise<T>): PerGeneration<T> {
  let latest: { readonly generation: number; readonly known: Promise<T> } | null = null;
  return {
    with: async (read) => {
      for (;;) {
        const generation = generationNow(study);
        if (latest?.generation !== generation) latest = { generation, known: work() };
        const asked = latest;
        try {
          const known = await asked.known;
          const answer = inSnapshot(study, () => (currentGeneration(study) === generation ? { of: read(known, generation) } : null));
          if (answer !== null) return answer.of;
        } catch (error: unknown) {
          if (latest === asked) latest = null;
          throw error;
        }
      }
    },
  };
}
