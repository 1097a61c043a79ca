import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { ReadTest } from '../../../shared/terms/read-test.ts';
import { dictionaryTest } from '../../../shared/terms/test-codes.ts';
import { foldedText } from './folded-text.ts';
import { isPlainUnit } from './plain-unit.ts';

/** What LOINC writes between brackets; the dictionary passes over whatever stands there. */
const brackets = /\[(?:#|mass|moles|entitic (?:mass|volume)|(?:enzymatic |catalytic )?activity|volume fraction)(?:\/volume)?\]/g;

/** Signs of no alphabet and none of a keyboard: the dictionary passes over them, and letters and digits are drawn as such. */
const drawn = /[^\p{L}\p{N}\p{ASCII}]/u;

/**
 * A name that the dictionary knows by every word of it. For telling what a test is, the dictionary passes over what stands between brackets
 * and parentheses; anything may stand there, so each of these has to be a unit, or words of a name as well.
 */
export function isPlainTest({ name }: Dataset, test: string): boolean {
  if (name !== 'labs' && name !== 'vitals') return false;
  const folded = foldedText(test);
  if (drawn.test(folded) || folded.replaceAll(brackets, '').includes('[')) return false;
  const read = (text: string): ReadTest | null => dictionaryTest(name, { test: text, serviceCode: null, unit: null });
  if (read(test)?.applied !== true) return false;
  if (!/[()]/.test(folded)) return true;
  const parts = withoutUnits(folded).split(/[()]/);
  return isKnown(read(parts.join(' '))) || areOneTest(parts.filter((part) => part.trim() !== '').map(read));
}

/** "Hemoglobin (g/dL)" without its unit. */
function withoutUnits(folded: string): string {
  return folded.replaceAll(/\(([^()]*)\)/g, (all, inside: string) => (isPlainUnit(inside) ? ' ' : all));
}

/** Of cells the name is known where only the unit tells how they are counted. */
function isKnown(read: ReadTest | null): boolean {
  return read !== null && (read.applied || read.rule === 'open-count');
}

/** Several names of one test side by side: "ALT (SGPT)". */
function areOneTest(names: readonly (ReadTest | null)[]): boolean {
  return names.every(isKnown) && new Set(names.map((read) => read?.code)).size === 1;
}
