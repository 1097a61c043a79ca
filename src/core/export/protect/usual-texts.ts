import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { parsePlainCensored } from '../../../shared/derive/censored-result.ts';
import { isChangeText } from '../../../shared/derive/change-text.ts';
import { visitWords } from '../../../shared/derive/visit-words.ts';
import { foldedText } from './folded-text.ts';
import { parseReferenceRange } from '../../../shared/derive/reference-range.ts';
import { hasFewDigits, isMeasured } from './dates-in-text.ts';
import { isPlainTest } from './plain-test.ts';
import { isPlainUnit } from './plain-unit.ts';

/** Whether a text is one that every study has: it describes what was planned or found, and no person. */
export type IsUsual = (text: string) => boolean;

/** Returns a check for texts of a column that are exported without a review, based on what the declaration says about them. */
export function usualTexts(dataset: Dataset, column: Column): IsUsual {
  const expected = new Set(isDerived(column) ? [] : column.expected);
  const reads = readings[column.texts ?? 'list'](dataset);
  return (text) => text === '' || expected.has(text) || (!hasHidden(text) && reads(text));
}

/** Whether a text contains invisible characters, between which anything could be hidden; a letter with its accent is one character. */
function hasHidden(text: string): boolean {
  return /[\p{C}\p{M}]/u.test(text.normalize('NFC'));
}

const readings: Readonly<Record<NonNullable<Column['texts']> | 'list', (dataset: Dataset) => IsUsual>> = {
  list: () => () => false,
  study: () => () => false,
  visit: () => isPlainVisit,
  test: (dataset) => (text) => isPlainTest(dataset, text),
  result: () => isPlainResult,
  number: () => isMeasured,
  unit: () => isPlainUnit,
  change: () => isPlainChange,
  range: () => isPlainRange,
};

/** Whether a text has the form of a study number: 22-001, SP-1, NCT01234567. */
export function isStudyNumber(text: string): boolean {
  return text.length <= 24 && /\d/.test(text) && /^(?:[A-Z]{1,6}|\d{1,8})(?:[-_/. ]?(?:[A-Z]{1,6}|\d{1,8}))*$/.test(text);
}

/** Words of visits and assessments in addition to the synonyms in `visitWords`. */
const visitVocabulary = new Set(
  (
    'cycle day week month visit period hour screening baseline randomization unscheduled followup endoftreatment endofstudy earlytermination ' +
    'pre post predose postdose dose dosing treatment washout run in rescreening extension induction maintenance safety end of final last first ' +
    'early late to start stop retrieval assessment scan imaging timepoint tumor tumour response confirmation confirmatory progression part phase ' +
    'open label double blind repeat rest target -'
  ).split(' '),
);

/**
 * Whether a visit name consists of such words with at most two numbers of up to three digits: "C2D1", "Day -28 to -1", "Unscheduled 3.1".
 */
export function isPlainVisit(text: string): boolean {
  const folded = foldedText(text);
  // A weekday and a first name, unless the number of a month or a period follows.
  if (/(?<![a-z])(?:mon|per)(?![a-z]| ?\d)/.test(folded)) return false;
  if (folded.length > 60 || !/^[a-z\d .,()+-]*$/.test(folded) || /\d{4}|\d\.\d\d|\d[ .,-]+\d/.test(folded.replaceAll(/\d\.\d(?!\d)/g, '1')))
    return false;
  // A cycle, a day and a week may form a date, and digits in words a person's number. 3.1 is one number.
  const said = visitWords(folded.replaceAll(/(\d)\.\d/g, '$1'));
  if (said.filter((word) => typeof word === 'number').length > 2) return false;
  const words = said.filter((word) => typeof word === 'string');
  return words.length > 0 && words.every((word) => visitVocabulary.has(word));
}

/** Results in words, as laboratories and devices print them. */
const resultWords = new Set(
  (
    'negative|positive|neg|pos|trace|traces|normal|abnormal|not done|nd|detected|not detected|undetected|none detected|reactive|nonreactive|non-reactive|' +
    'present|absent|none|none seen|few|rare|occasional|some|moderate|many|numerous|small|medium|large|slight|mild|marked|heavy|' +
    'clear|cloudy|hazy|turbid|slightly cloudy|colorless|colourless|straw|pale yellow|light yellow|yellow|dark yellow|amber|orange|red|brown|' +
    'equivocal|borderline|indeterminate|inconclusive|invalid|hemolyzed|hemolysed|haemolysed|haemolyzed|lipemic|icteric|clotted|insufficient|' +
    'quantity not sufficient|qns|pending|unknown|not applicable|n/a|na|not available|not reported|yes|no|y|n|low|high|within normal limits|wnl|' +
    'supine|sitting|standing|semi-recumbent|semirecumbent|recumbent|left arm|right arm|arm|leg|left|right|oral|axilla|axillary|ear|tympanic|rectal|forehead|' +
    '+|++|+++|++++|1+|2+|3+|4+|+1|+2|+3|+4|+/-|a|b|ab|o|a+|a-|b+|b-|ab+|ab-|o+|o-|no units'
  ).split('|'),
);

/** A change in mm, or "--". */
function isPlainChange(text: string): boolean {
  return isChangeText(text) && isMeasured(/\d[\d.]*/.exec(text)?.[0] ?? '0');
}

/** A dilution such as 1:320, 1:60 or 1:90, with few prime factors, so that hardly any year matches. */
function isTitre(folded: string): boolean {
  let rest = Number(/^1:([1-9]\d{0,4})$/.exec(folded)?.[1] ?? '7');
  for (const factor of [2, 5]) while (rest % factor === 0) rest /= factor;
  return rest === 1 || rest === 3 || rest === 9;
}

/** Cells per microscope field in printed classes: 0-2/HPF, 10-20/LPF. */
function isCellClass(folded: string): boolean {
  const [, from, to] = (/^(\d{1,2})-(\d{1,3}) ?\/ ?[hl]pf$/.exec(folded) ?? []).map(Number);
  if (from === undefined || to === undefined || from >= to) return false;
  return [from, to].every((bound) => bound <= 10 || bound % 5 === 0);
}

/** A zero in front of other digits is of a date or a person's number (030925, 0012), a plus of a telephone's: no bound is written so. */
function isNumberedOrDialled(bound: string): boolean {
  return /(?<!\de)\+|(?<![\d.,])0\d/i.test(bound);
}

function isPlainResult(text: string): boolean {
  if (isMeasured(text)) return true;
  const folded = foldedText(text);
  if (resultWords.has(folded) || isTitre(folded) || isCellClass(folded)) return true;
  // A remark after a bound may name somebody.
  const bound = parsePlainCensored(text);
  if (bound === null || !isMeasured(String(bound.bound))) return false;
  const written = bound.unit === null ? text : text.slice(0, text.lastIndexOf(bound.unit));
  return hasFewDigits(written) && !isNumberedOrDialled(written) && (bound.unit === null || isPlainUnit(bound.unit));
}

/** Words between, before and after the limits of a range. */
const rangeWords =
  /\b(?:to|bis|through|thru|and|or|equal|equals|up|less|lower|greater|more|higher|than|below|under|above|over|at|least|most|not?|max|maximum|min|minimum|normal|reference|ref|range|interval|values?|expected|between|from|fasting)\b/g;

/** A range of measured numbers with an optional unit: "7 - 56", "<= 0.2 mg/dL", "60 or more". Any other word could be anything. */
function isPlainRange(text: string): boolean {
  const range = parseReferenceRange(text);
  if (range?.kind !== 'numeric' || (range.unit !== null && !isPlainUnit(range.unit))) return false;
  const limits = foldedText(range.unit === null ? text : text.replaceAll(range.unit, ' '));
  const numbers = limits.match(/\d*[.,]?\d+/g) ?? [];
  return (
    numbers.every((number) => isMeasured(number.replace(',', '.').replace(/^\./, '0.'))) &&
    /^[\s<>=≤≥.,:;~()[\]+-]*$/.test(limits.replaceAll(/\d*[.,]?\d+/g, ' ').replaceAll(rangeWords, ' '))
  );
}
