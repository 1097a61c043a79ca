import { foldedText } from './folded-text.ts';

/* Detects dates in texts, in any notation. Where this costs little it is strict: a text that only resembles a date is withheld. */

const year = '(?:19|20)\\d\\d';
const monthNumber = '(?:0[1-9]|1[0-2])';
const monthOfNumbers = '(?:0?[1-9]|1[0-2])';
const dayNumber = '(?:0?[1-9]|[12]\\d|3[01])';
const twoDigitDay = '(?:0[1-9]|[12]\\d|3[01])';
const between = '[\\s.,/_-]{0,2}';

/** Month names in English, German, French, Spanish, Italian, Portuguese and Dutch, folded, in full and abbreviated. */
const monthNames = [
  'jan(?:uary|uar|vier|uari)?|janeiro|enero|ene|gennaio|gen',
  'feb(?:ruary|ruar|brero|braio|ruari)?|fev(?:rier|ereiro)?',
  'mar(?:ch|s|zo|co)?|m(?:a|ae)rz|maart|mrt',
  'apr(?:il|ile)?|avr(?:il)?|abr(?:il)?',
  'may|mai|mayo|maio|maggio|mag|mei',
  'june?|juni|juin|junio|junho|giugno|giu',
  'july?|juli|juil(?:let)?|julio|julho|luglio|lug',
  'aug(?:ust|ustus)?|aout|ago(?:sto)?',
  'sept?(?:ember|embre|iembre|tembre)?|set(?:tembre|embro)?',
  'o[ck]t(?:ober|obre|ubre)?|ott(?:obre)?|out(?:ubro)?',
  'nov(?:ember|embre|iembre|embro)?',
  'de[cz](?:ember|embre|embro)?|dic(?:iembre|embre)?',
];
const monthName = `(?:${monthNames.join('|')})`;
/** Words that are also months: "1 may be repeated", "2 out of 3", "1 set". */
const doubtful = '(?!may (?:be|have|not|need|require|cause|use|take|repeat)|(?:set|out)(?![a-z]))';

/** 2025-09-03, 2025_09_03, 2025/09, 09/2025, 20250903, 03092025, 030925, 2025-149, 03 09 2025, 29/05, 9/3/25, 3-Sep-2025, 29May, May 29, 29 mayo, September 3rd, 2025. */
const dates = [
  `(?<!\\d)${year}[-/._]${monthOfNumbers}[-/._]${dayNumber}(?!\\d)`,
  `(?<!\\d)${year}[-/._]${monthOfNumbers}(?!\\d)`,
  `(?<!\\d)${year}[-_/](?:00[1-9]|0[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])(?!\\d)`,
  `(?<![\\d./-])${monthOfNumbers}[-/._]${year}(?!\\d)`,
  `(?<!\\d)${year} ${monthNumber} ${dayNumber}(?!\\d)`,
  `(?<![\\d.,])${dayNumber}[ _]${monthNumber}[ _]${year}(?!\\d)`,
  `(?<![\\d./])${twoDigitDay}[/]${monthNumber}(?![\\d/])`,
  `(?<![a-z])(?:on|am|vom|seit|since|until|bis) \\d\\d?[./](?:0?[1-9]|1[0-2])(?!\\d)`,
  `(?<![\\d.])${year}${monthNumber}${twoDigitDay}(?!\\d)`,
  `(?<![\\d.])${twoDigitDay}${monthNumber}${year}(?!\\d)`,
  `(?<![\\d.])${monthNumber}${twoDigitDay}${year}(?!\\d)`,
  `(?<![\\d./-]|\\d[.,])${dayNumber}([./_-])${monthOfNumbers}\\1(?:${year}|\\d\\d)(?!\\d|[./-]\\d)`,
  `(?<![\\d./-]|\\d[.,])${monthOfNumbers}([./_-])${dayNumber}\\1(?:${year}|\\d\\d)(?!\\d|[./-]\\d)`,
  `(?<!\\d)${dayNumber}(?:st|nd|rd|th)?(?: de)?${between}${monthName}(?: de)?${between}(?:${year}|'?\\d\\d)(?!\\d)`,
  `(?<![a-z])${monthName}${between}${dayNumber}(?:st|nd|rd|th)?(?:,\\s?|\\s)(?:${year}|'?\\d\\d)(?!\\d)`,
  `(?<![a-z])${monthName}${between}${year}(?!\\d)`,
  `(?<!\\d)${year}${between}${monthName}(?![a-z])`,
  `(?<!\\d)${dayNumber}(?:st|nd|rd|th)?(?: de)?[\\s.-]{0,2}${doubtful}${monthName}(?![a-z])`,
  `(?<![a-z])${doubtful}${monthName}[. ]{0,2}${dayNumber}(?:st|nd|rd|th)?(?![\\d.,])`,
  `^${dayNumber}(?:st|nd|rd|th)?[\\s.-]{0,2}${monthName}$`,
  `^${monthName}[\\s.-]{0,2}${dayNumber}(?:st|nd|rd|th)?$`,
].map((pattern) => new RegExp(pattern));

/** Whether a text contains a date, in any notation; a year alone is not one. */
export function holdsDate(text: string): boolean {
  const folded = foldedText(text);
  return /\d/.test(folded) && dates.some((pattern) => pattern.test(folded));
}

/** Six to eight digits that are a date in the usual orders: 290525, 202505, 20250529, 05292025, 2025149. */
const dateDigits = new RegExp(
  `^(?:${year}${monthNumber}(?:${twoDigitDay})?|${twoDigitDay}${monthNumber}${year}|${monthNumber}${twoDigitDay}${year}|\\d\\d${monthNumber}${twoDigitDay}|${twoDigitDay}${monthNumber}\\d\\d|${monthNumber}${twoDigitDay}\\d\\d|${year}(?:[012]\\d\\d|3[0-6]\\d))$`,
);

/**
 * Maximum digits of a measured number before its decimal point, and maximum significant digits of a larger one: timestamps, telephone and
 * patient numbers have more of both.
 */
const MOST_DIGITS = 6;
const MOST_SIGNIFICANT = 3;

/** Whether a number may be a measured one: its digits are not a date and not so many that they may be a person's number or a timestamp. */
export function isMeasuredNumber(number: number): boolean {
  const whole = String(Math.trunc(Math.abs(number)));
  if (!/^\d+$/.test(whole)) return false;
  if (whole.length > MOST_DIGITS) return Number.isInteger(number) && whole.replace(/0+$/, '').length <= MOST_SIGNIFICANT;
  // A count of cells in thousands is not a day in the year 2000.
  return !dateDigits.test(whole) || whole.endsWith('000');
}

/**
 * Maximum significant digits of a result, and maximum digits in all: more of them may be a person's number, with a decimal point inserted
 * or after leading zeros.
 */
const MOST_MEASURED = 6;
const MOST_WRITTEN = 16;

/** Whether the digits of a number may be those of a measured one, in any notation; those of a power of ten do not count. */
export function hasFewDigits(number: string): boolean {
  const digits = number.replace(/(?<=[\d.])e[+-]?\d*\s*$/i, '').replaceAll(/\D/g, '');
  return digits.length <= MOST_WRITTEN && digits.replaceAll(/^0+|0+$/g, '').length <= MOST_MEASURED;
}

/** Whether a text is a measured number without leading zeros. */
export function isMeasured(text: string): boolean {
  return /^[+-]?(?:0|[1-9]\d*)(?:\.\d{1,12})?(?:e[+-]?\d{1,2})?$/i.test(text) && hasFewDigits(text) && isMeasuredNumber(Number(text));
}

/** Whether a text is a count: at most three digits. */
export function isCount(text: string): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(text);
}
