import { useCallback, useEffect, useState } from 'react';
import type { CallName, EventName, Input, Output } from '../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../shared/errors.ts';
import { useModel } from '../model/model-context.ts';
import type { Listener } from './event-hub.ts';

export interface CallState<T> {
  /** The newest answer; the earlier one stays while a newer is on its way. */
  readonly data: T | null;
  readonly error: ErrorReport | null;
  readonly loading: boolean;
  reload(): void;
}

interface Answer<T> {
  readonly question: string;
  readonly data: T | null;
  readonly error: ErrorReport | null;
}

/** Calls when the input changes (compared as JSON) or `reload` is used; an answer that was overtaken is dropped. */
export function useCall<N extends CallName>(name: N, ...input: Input<N> extends undefined ? [] : [Input<N>]): CallState<Output<N>> {
  const { data: source } = useModel();
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify(input);
  const question = `${name} ${asked} ${String(turn)}`;
  const [answer, setAnswer] = useState<Answer<Output<N>>>({ question: '', data: null, error: null });
  useEffect(() => {
    let current = true;
    const parsed = JSON.parse(asked) as typeof input;
    source.call(name, ...parsed).then(
      (data) => { if (current) setAnswer({ question, data, error: null }); },
      (error: unknown) => { if (current) setAnswer((before) => ({ question, data: before.data, error: reportOf(error) })); },
    );
    return () => { current = false; };
  }, [source, name, asked, question]);
  const reload = useCallback(() => { setTurn((before) => before + 1); }, []);
  return { data: answer.data, error: answer.error, loading: answer.question !== question, reload };
}

/** Hears an event while the component is there. `listener` should be stable (useCallback) or cheap to change. */
export function useEvent<N extends EventName>(name: N, listener: Listener<N>): void {
  const { data: source } = useModel();
  useEffect(() => source.subscribe(name, listener), [source, name, listener]);
}
