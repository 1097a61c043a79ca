import { readUnit, saysNoUnit } from '../../../shared/units/read-unit.ts';
import { foldedText } from './folded-text.ts';

/** Years, which are nobody's result but an age. */
const years = /^(?:a|ans?|jahre?|anni|años|y|yrs?|years?)(?:_[jt])?$/;

/** A power of ten as laboratories write it; other digits behind a 10 are none of a unit. */
const powerOfTen = /10 ?(?:\^|\*\*?|e\+?|x|exp|\()? ?-?(?:0?[1-9]|1[0-2])(?!\d)/;
/** What is counted in, with its power, and where the body's surface stands: whole texts without braces and other digits. */
const form = new RegExp(`^[^{}\\d]*(?:(?:${powerOfTen.source}|10{1,3}(?!\\d))[^{}\\d]*|[1-9]\\.73[^{}]*m[^{}]*)?$`, 'i');

/** Letters by themselves in a unit: of two it may be the initials of somebody, of three it is hardly anything else. */
const MOST_SINGLE_LETTERS = 2;

function looksLikeInitials(folded: string): boolean {
  const runs = folded.replace(powerOfTen, ' ').match(/\p{L}+/gu) ?? [];
  return runs.filter((run) => run.length === 1).length > MOST_SINGLE_LETTERS;
}

/** A unit that is understood, without a remark in braces. */
export function isPlainUnit(text: string): boolean {
  const folded = foldedText(text);
  // Digits of other scripts and small raised ones are read as digits too: no unit has more than 1.73m2.
  if (years.test(folded) || /[^\P{Nd}0-9]/u.test(text) || text.normalize('NFKC').replaceAll(/\D/g, '').length > 4) return false;
  return saysNoUnit(text) || (form.test(text) && !looksLikeInitials(folded) && readUnit(text) !== null);
}
