import { useCallback } from 'react';
import { useModel } from './model-context.ts';
import { useStore } from './store.ts';

/** What can be chosen, each with its words. */
type Options<T extends string> = readonly (readonly [T, string])[];

/**
 * A named choice for a study's charts, such as tab, window or tests, and its setter. Stored like the tables' filters. `options`: what a
 * stored choice must be one of, if the chart cannot be drawn by another.
 */
export function useChartChoice<T extends string>(
  study: string,
  name: string,
  usual: T,
  options?: Options<T>,
): readonly [T, (value: T) => void] {
  const { chartChoices } = useModel();
  const key = `${study}/${name}`;
  const value = knownChoice(useStore(chartChoices).get(key), usual, options);
  const choose = useCallback(
    (next: T) => {
      chartChoices.update((all) => new Map(all).set(key, next));
    },
    [chartChoices, key],
  );
  return [value, choose];
}

/** A choice as stored, which another version or somebody's backup may have brought, or the usual one if it is not among the options. */
export function knownChoice<T extends string>(stored: string | undefined, usual: T, options?: Options<T>): T {
  if (options !== undefined) return options.find(([option]) => option === stored)?.[0] ?? usual;
  // Each name has one type of choice, and whoever asks without options can use any text.
  return (stored ?? usual) as T;
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
