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

/** The two tables of subjects: what there is of each, and the Group's members as the service sent them. */
export type SubjectsShown = 'glance' | 'sent';

/** Name of the choice between them. */
export const subjectsChoice = 'subjects-shown';

/** The choices of a study with the table as sent: where somebody goes to its records, that is the one that has them. */
export function withSubjectsAsSent(choices: ReadonlyMap<string, string>, study: string): ReadonlyMap<string, string> {
  const sent: SubjectsShown = 'sent';
  return new Map(choices).set(`${study}/${subjectsChoice}`, sent);
}
