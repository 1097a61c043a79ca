import { useCallback } from 'react';
import type { CallName, Input, Output } from '../../../shared/contract.ts';
import { useModel } from '../model/model-context.ts';
import { useLoad, type LoadState } from './use-load.ts';

/** Calls when the input changes (compared as JSON) or `reload` is used; an answer that was overtaken is dropped. */
export function useCall<N extends CallName>(name: N, ...input: Input<N> extends undefined ? [] : [Input<N>]): LoadState<Output<N>> {
  const { data } = useModel();
  const asked = JSON.stringify(input);
  const load = useCallback(() => data.call(name, ...(JSON.parse(asked) as typeof input)), [data, name, asked]);
  return useLoad(load);
}
