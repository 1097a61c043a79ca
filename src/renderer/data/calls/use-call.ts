import { useCallback, useEffect, useState, useRef } from 'react';
import type { CallName, Input, Output, EventName } from '../../../shared/contract.ts';
import { useModel } from '../model/model-context.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import type { Listener } from '../port/data-source.ts';

/** Calls when the input changes (compared as JSON) or `reload` is used. Outdated answers are dropped. */
export function useCall<N extends CallName>(name: N, ...input: Input<N> extends undefined ? [] : [Input<N>]): LoadState<Output<N>> {
  const { data } = useModel();
  const asked = JSON.stringify(input);
  const load = useCallback(() => data.call(name, ...(JSON.parse(asked) as typeof input)), [data, name, asked]);
  return useLoad(load);
}

export interface LoadState<T> {
  /** The latest answer. The previous one stays while a newer one is loading, and if a reload of the same question fails. */
  readonly data: T | null;
  readonly error: ErrorReport | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

export interface Answer<T> {
  readonly load: (() => Promise<T>) | null;
  readonly turn: number;
  readonly data: T | null;
  readonly error: ErrorReport | null;
}

/** Loads when `load` becomes another function (useCallback) or `reload` is used. Outdated answers are dropped. */
export function useLoad<T>(load: () => Promise<T>): LoadState<T> {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer<T>>({ load: null, turn: 0, data: null, error: null });
  useEffect(() => {
    let current = true;
    load().then(
      (data) => {
        if (current) setAnswer({ load, turn, data, error: null });
      },
      (error: unknown) => {
        if (current) setAnswer((before) => failedAnswer(before, { load, turn }, reportOf(error)));
      },
    );
    return () => {
      current = false;
    };
  }, [load, turn]);
  const reload = useCallback(() => {
    setTurn((before) => before + 1);
  }, []);
  return { data: answer.data, error: answer.error, loading: answer.load !== load || answer.turn !== turn, reload };
}

/** The state after a failed load. Data of another question is dropped, because it would be shown under this one's words. */
export function failedAnswer<T>(before: Answer<T>, asked: Pick<Answer<T>, 'load' | 'turn'>, error: ErrorReport): Answer<T> {
  return { ...asked, data: before.load === asked.load ? before.data : null, error };
}

/** Texts that describe a question, by name. */
type Words = Readonly<Record<string, string>>;

/** An answer, with the words of its question. */
export interface Answered<T, W extends Words> {
  readonly data: T;
  readonly words: W;
}

/** What to show next: the answer to the current question with its words, or what was shown before while it is loading or has failed. */
export function nextAnswered<T, W extends Words>(
  before: Answered<T, W> | null,
  { data, loading, error }: Pick<LoadState<T>, 'data' | 'loading' | 'error'>,
  words: W,
): Answered<T, W> | null {
  if (data === null || loading || error !== null) return before;
  return before?.data === data && JSON.stringify(before.words) === JSON.stringify(words) ? before : { data, words };
}

/**
 * The latest answer with the words of its own question, so that a figure of all subjects is never titled, saved or opened as one of the
 * subjects that were requested meanwhile.
 */
export function useAnswered<T, W extends Words>(loaded: LoadState<T>, words: W): Answered<T, W> | null {
  const [shown, show] = useState<Answered<T, W> | null>(null);
  const next = nextAnswered(shown, loaded, words);
  if (next !== shown) show(next);
  return next;
}

/** Subscribes to an event while the component is mounted. `listener` should be stable (useCallback) or cheap to change. */
export function useEvent<N extends EventName>(name: N, listener: Listener<N>): void {
  const { data } = useModel();
  useEffect(() => data.subscribe(name, listener), [data, name, listener]);
}

/** Reloads when the value changes, but not for the initial value, for which data is loaded anyway. */
export function useReloadOn(value: number, reload: () => void): void {
  const seen = useRef(value);
  useEffect(() => {
    if (seen.current === value) return;
    seen.current = value;
    reload();
  }, [value, reload]);
}
