import { unitReading } from '../units/read-unit.ts';
import type { StudyTerms } from './study-terms.ts';

/**
 * The UCUM code that a unit's text has in a study: by a person's decision, else by the built-in list, to which the test may settle what a
 * spelling leaves open; null where neither knows it. Nor does a decision for what is no unit make one of it.
 */
export function unitReadingIn({ units }: StudyTerms, text: string, test: string | null): string | null {
  const decided = units.find((unit) => unit.text === text);
  return unitReading(decided?.unit ?? text, test);
}
