import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { ReadTest } from '../../../shared/terms/read-test.ts';
import { dictionaryTest } from '../../../shared/terms/test-codes.ts';
import { foldedText } from './folded-text.ts';
import { isPlainUnit } from './plain-unit.ts';

/** Bracket contents used by LOINC; the dictionary ignores whatever is in brackets. */
const brackets = /\[(?:#|mass|moles|entitic (?:mass|volume)|(?:enzymatic |catalytic )?activity|volume fraction)(?:\/volume)?\]/g;

/** Characters that are neither letters, digits nor ASCII: the dictionary ignores them, and letters and digits can be drawn with them. */
const drawn = /[^\p{L}\p{N}\p{ASCII}]/u;

/**
 * Whether the dictionary knows every word of a test name. To identify a test, the dictionary ignores what is between brackets and
 * parentheses. As anything may be there, each of these must be a unit or words of a test name as well.
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

/** For cells, the name is known even if only the unit shows how they are counted. */
function isKnown(read: ReadTest | null): boolean {
  return read !== null && (read.applied || read.rule === 'open-count');
}

/** Whether these are several names of one test: "ALT (SGPT)". */
function areOneTest(names: readonly (ReadTest | null)[]): boolean {
  return names.every(isKnown) && new Set(names.map((read) => read?.code)).size === 1;
}
