import { createLruCache } from './lru-cache.ts';

/** Answers about the records of one generation, the newest that was asked about. */
export interface Answers {
  /** Returns the earlier answer to this question, or that of `work`. An answer may depend only on the generation's records. */
  readonly of: <T extends { readonly generation: number }>(generation: number, question: unknown, work: () => T) => T;
}

/** Caches the answers to the last `most` different questions, compared as JSON. */
export function createAnswers(most: number): Answers {
  let cached = { generation: -1, answers: createLruCache<unknown>(most) };
  return {
    of: <T extends { readonly generation: number }>(generation: number, question: unknown, work: () => T): T => {
      if (cached.generation !== generation) cached = { generation, answers: createLruCache(most) };
      const asked = JSON.stringify(question);
      const known = cached.answers.get(asked) as T | undefined;
      if (known !== undefined) return known;
      const answer = work();
      // A sync may have flipped between reading the generation and answering.
      if (answer.generation === generation) cached.answers.set(asked, answer);
      return answer;
    },
  };
}
