import { unitReading } from '../units/read-unit.ts';
import type { StudyTerms } from './study-terms.ts';

/**
 * The UCUM code of a unit's text in a study: by a person's decision, otherwise by the built-in list, where the test may settle an ambiguous
 * spelling. Null if neither knows it, or if the decision names something that is no unit.
 */
export function unitReadingIn({ units }: StudyTerms, text: string, test: string | null): string | null {
  const decided = units.find((unit) => unit.text === text);
  return unitReading(decided?.unit ?? text, test);
}
