import { useState } from 'react';
import type { LoadState } from './use-load.ts';

/** Words that belong to a question, by name. */
type Words = Readonly<Record<string, string>>;

/** An answer, and what its question was in words. */
export interface Answered<T, W extends Words> {
  readonly data: T;
  readonly words: W;
}

/** What is shown next: the answer to what is asked now, under its words; while that is on its way, or has failed, what was shown before. */
export function nextAnswered<T, W extends Words>(
  before: Answered<T, W> | null,
  { data, loading, error }: Pick<LoadState<T>, 'data' | 'loading' | 'error'>,
  words: W,
): Answered<T, W> | null {
  if (data === null || loading || error !== null) return before;
  return before?.data === data && JSON.stringify(before.words) === JSON.stringify(words) ? before : { data, words };
}

/**
 * The newest answer with the words that were told of its question. A figure of everybody is never titled, saved or opened as one of the
 * subjects that were asked for meanwhile.
 */
export function useAnswered<T, W extends Words>(loaded: LoadState<T>, words: W): Answered<T, W> | null {
  const [shown, show] = useState<Answered<T, W> | null>(null);
  const next = nextAnswered(shown, loaded, words);
  if (next !== shown) show(next);
  return next;
}
