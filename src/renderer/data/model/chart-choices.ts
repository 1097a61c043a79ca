import { useCallback } from 'react';
import { useModel } from './model-context.ts';
import { useStore } from './store.ts';

/** A named choice for a study's charts, such as tab, window or tests, and its setter. Stored like the tables' filters. */
export function useChartChoice<T extends string>(study: string, name: string, usual: T): readonly [T, (value: T) => void] {
  const { chartChoices } = useModel();
  const key = `${study}/${name}`;
  // Each name has one type of choice. Choices restored from the vault are not checked against it.
  const value = (useStore(chartChoices).get(key) ?? usual) as T;
  const choose = useCallback(
    (next: T) => {
      chartChoices.update((all) => new Map(all).set(key, next));
    },
    [chartChoices, key],
  );
  return [value, choose];
}

/** The two tables of subjects: what data there is of each (`glance`), and the Group's members as the service sent them (`sent`). */
export type SubjectsShown = 'glance' | 'sent';

/** Name of the choice between the two tables. */
export const subjectsChoice = 'subjects-shown';

/** Switches a study to the table as sent, which is the one that contains the records. */
export function withSubjectsAsSent(choices: ReadonlyMap<string, string>, study: string): ReadonlyMap<string, string> {
  const sent: SubjectsShown = 'sent';
  return new Map(choices).set(`${study}/${subjectsChoice}`, sent);
}
