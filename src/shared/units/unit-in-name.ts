import { textIn } from '../derive/cells.ts';
import { memoize } from '../derive/memoize.ts';
import { unitMeaning } from './read-unit.ts';

/**
 * The unit at the end of a vital sign's item type: "Temperature F", "Weight (kilograms)", "BSA m2" (spec 2.3); null if there is none. Used
 * if a record has no unit of its own.
 */
export const unitInName = memoize((test: string): string | null => {
  const { last } = endOf(test);
  return units.get(last.toLowerCase()) ?? null;
});

const unitAtEnd = /^(.*?)[\s,(]+°?([A-Za-z]+2?)\)?\s*$/s;
/** Longer texts are not test names; the pattern takes quadratic time. */
const LONGEST = 200;

/** Splits a name into the last word and the rest; both empty if it has only one word or is too long. */
function endOf(test: string): { readonly stem: string; readonly last: string } {
  const [, stem = '', last = ''] = (test.length > LONGEST ? null : unitAtEnd.exec(test)) ?? [];
  return { stem, last };
}

/**
 * A test with the unit of its results: "ALT (U/L)". A unit at the end of the name is not repeated: "Temperature (F)" for "Temperature F".
 */
export function nameWithUnit(test: string, unit: string): string {
  const named = unitInName(test);
  const { stem, last } = endOf(test);
  return named !== null && stem !== '' && unitMeaning(named) === unitMeaning(unit) ? `${stem} (${last})` : `${test} (${unit})`;
}

const units: ReadonlyMap<string, string> = new Map([
  ['f', '°F'],
  ['fahrenheit', '°F'],
  ['c', '°C'],
  ['celsius', '°C'],
  ['kg', 'kg'],
  ['kilogram', 'kg'],
  ['kilograms', 'kg'],
  ['lb', 'lb'],
  ['lbs', 'lb'],
  ['pound', 'lb'],
  ['pounds', 'lb'],
  ['cm', 'cm'],
  ['centimeter', 'cm'],
  ['centimeters', 'cm'],
  ['centimetres', 'cm'],
  ['inch', 'in'],
  ['inches', 'in'],
  ['m2', 'm2'],
]);

/** The unit named by a row's test. */
export function unitNamedIn(row: Parameters<typeof textIn>[0]): string | null {
  const test = textIn(row, 'test');
  return test === null ? null : unitInName(test);
}
