import { currentGeneration } from '../store/database/seal.ts';
import { generationNow, inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

/** A result computed from a study's records once per generation, however many callers ask. */
export interface PerGeneration<T> {
  /** Runs `read` in one snapshot with the result computed from exactly the records that it shows. */
  readonly with: <R>(read: (known: T, generation: number) => R) => Promise<R>;
}

/**
 * `work` may let other work run; if a sync flips meanwhile, it starts again. Its errors are thrown to all waiting callers, and the next
 * caller tries again.
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
