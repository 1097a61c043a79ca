import { useCallback } from 'react';
import { useModel } from './model-context.ts';
import { useStore } from './store.ts';

/** What was chosen of the charts of a study, by name, kept as the tables' filters are: which tab, which window, which tests. */
export function useChartChoice<T extends string>(study: string, name: string, usual: T): readonly [T, (value: T) => void] {
  const { chartChoices } = useModel();
  const key = `${study}/${name}`;
  // Only this hook writes it, and what it writes is of the type that the name has.
  const value = (useStore(chartChoices).get(key) ?? usual) as T;
  const choose = useCallback(
    (next: T) => {
      chartChoices.update((all) => new Map(all).set(key, next));
    },
    [chartChoices, key],
  );
  return [value, choose];
}
