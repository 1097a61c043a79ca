import { useCallback, useEffect, useState } from 'react';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';

export interface LoadState<T> {
  /** The newest answer; the earlier one stays while a newer is on its way. */
  readonly data: T | null;
  readonly error: ErrorReport | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

interface Answer<T> {
  readonly load: (() => Promise<T>) | null;
  readonly turn: number;
  readonly data: T | null;
  readonly error: ErrorReport | null;
}

/** Loads when `load` becomes another function (useCallback) or `reload` is used; an answer that was overtaken is dropped. */
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
        if (current) setAnswer((before) => ({ load, turn, data: before.data, error: reportOf(error) }));
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
