/** Caches the answers to the last few different questions; the least recently used goes first. */
export interface LruCache<T> {
  get(question: string): T | undefined;
  set(question: string, answer: T): void;
  remove(question: string): void;
  /** Everything that is cached. */
  all(): readonly T[];
}

export function createLruCache<T>(most: number): LruCache<T> {
  const answers = new Map<string, T>();
  return {
    get: (question) => {
      const answer = answers.get(question);
      if (answer === undefined) return undefined;
      answers.delete(question);
      answers.set(question, answer);
      return answer;
    },
    all: () => [...answers.values()],
    remove: (question) => {
      answers.delete(question);
    },
    set: (question, answer) => {
      answers.delete(question);
      answers.set(question, answer);
      for (const oldest of answers.keys()) {
        if (answers.size <= most) break;
        answers.delete(oldest);
      }
    },
  };
}
