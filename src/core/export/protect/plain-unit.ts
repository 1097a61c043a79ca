import { readUnit, saysNoUnit } from '../../../shared/units/read-unit.ts';
import { foldedText } from './folded-text.ts';

/** Years, which occur in no result except an age. */
const years = /^(?:a|ans?|jahre?|anni|años|y|yrs?|years?)(?:_[jt])?$/;

/** A power of ten as laboratories write it; other digits after a 10 do not belong to a unit. */
const powerOfTen = /10 ?(?:\^|\*\*?|e\+?|x|exp|\()? ?-?(?:0?[1-9]|1[0-2])(?!\d)/;
/** A whole text without braces and other digits: a unit with an optional power of ten, or per body surface area. */
const form = new RegExp(`^[^{}\\d]*(?:(?:${powerOfTen.source}|10{1,3}(?!\\d))[^{}\\d]*|[1-9]\\.73[^{}]*m[^{}]*)?$`, 'i');

/** Maximum single letters in a unit: two may be a person's initials, three hardly anything else. */
const MOST_SINGLE_LETTERS = 2;

function looksLikeInitials(folded: string): boolean {
  const runs = folded.replace(powerOfTen, ' ').match(/\p{L}+/gu) ?? [];
  return runs.filter((run) => run.length === 1).length > MOST_SINGLE_LETTERS;
}

/** Characters of the longest text that is judged. No unit is longer, and on a longer text the form above takes time by the square. */
const longest = 60;

/** Whether a text is a recognized unit without a remark in braces. */
export function isPlainUnit(text: string): boolean {
  if (text.length > longest) return false;
  const folded = foldedText(text);
  // Digits of other scripts and superscripts count as digits too: no unit has more than 1.73m2.
  if (years.test(folded) || /[^\P{Nd}0-9]/u.test(text) || text.normalize('NFKC').replaceAll(/\D/g, '').length > 4) return false;
  return saysNoUnit(text) || (form.test(text) && !looksLikeInitials(folded) && readUnit(text) !== null);
}
