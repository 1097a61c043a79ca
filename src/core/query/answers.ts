import { createLruCache } from './lru-cache.ts';

/** Answers about the records of one generation, which is the newest that was asked about. */
export interface Answers {
  /** The answer that was given to this question before, or `work`'s. Nothing but the generation's records may go into it. */
  readonly of: <T extends { readonly generation: number }>(generation: number, question: unknown, work: () => T) => T;
}

/** Remembers the last `most` different questions, compared as JSON. */
export function createAnswers(most: number): Answers {
  let cached = { generation: -1, answers: createLruCache<unknown>(most) };
  return {
    of: <T extends { readonly generation: number }>(generation: number, question: unknown, work: () => T): T => {
      if (cached.generation !== generation) cached = { generation, answers: createLruCache(most) };
      const asked = JSON.stringify(question);
      const known = cached.answers.get(asked) as T | undefined;
      if (known !== undefined) return known;
      const answer = work();
      // A sync may have flipped between the look at the generation and the answer.
      if (answer.generation === generation) cached.answers.set(asked, answer);
      return answer;
    },
  };
}
