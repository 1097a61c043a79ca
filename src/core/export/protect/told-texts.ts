import type { NameSearch } from './known-names.ts';
import { remember } from '../../../shared/derive/remember.ts';

/*
 * Whether a text tells of whom or when: a number of the row's own subject, or of another thing that identifies it, or a date. It is
 * read strictly where that costs little, and a text that only looks like it is withheld.
 */

const year = '(?:19|20)\\d\\d';
const monthNumber = '(?:0[1-9]|1[0-2])';
const dayNumber = '(?:0?[1-9]|[12]\\d|3[01])';
const monthName =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|m(?:ä|ae)rz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)';
const between = '[\\s.,/-]{0,2}';

const monthOfNumbers = '(?:0?[1-9]|1[0-2])';

/** Dates as they are written: 2025-09-03, 2025/09, 09/2025, 20250903, 03 09 2025, 03.09.2025, 9/3/25, 3-Sep-2025, 03SEP25, September 3rd, 2025, Sep 2025, 3 September, Sept. 3. */
const dates = [
  `(?<!\\d)${year}[-/.]${monthOfNumbers}[-/.]${dayNumber}(?!\\d)`,
  `(?<!\\d)${year}[-/]${monthOfNumbers}(?!\\d)`,
  `(?<![\\d./-])${monthOfNumbers}[-/]${year}(?!\\d)`,
  `(?<!\\d)${year} ${monthNumber} ${dayNumber}(?!\\d)`,
  `(?<![\\d.,])${dayNumber} ${monthNumber} ${year}(?!\\d)`,
  `(?<![a-z])(?:on|am|vom|seit|since|until|bis) \\d\\d[./](?:0[1-9]|1[0-2])(?!\\d)`,
  `(?<![\\d.])${year}${monthNumber}(?:0[1-9]|[12]\\d|3[01])(?!\\d)`,
  `(?<![\\d./-]|\\d[.,])${dayNumber}([./-])${monthOfNumbers}\\1(?:${year}|\\d\\d)(?!\\d|[./-]\\d)`,
  `(?<![\\d./-]|\\d[.,])${monthOfNumbers}([./-])${dayNumber}\\1(?:${year}|\\d\\d)(?!\\d|[./-]\\d)`,
  `(?<!\\d)${dayNumber}(?:st|nd|rd|th)?${between}${monthName}${between}(?:${year}|'?\\d\\d)(?!\\d)`,
  `(?<![a-z])${monthName}${between}${dayNumber}(?:st|nd|rd|th)?(?:,\\s?|\\s)(?:${year}|'?\\d\\d)(?!\\d)`,
  `(?<![a-z])${monthName}${between}${year}(?!\\d)`,
  `(?<!\\d)${year}${between}${monthName}(?![a-z])`,
  `(?<!\\d)${dayNumber}(?:st|nd|rd|th)?[\\s.-]{0,2}(?!may(?![a-z])|mar(?![a-z]))${monthName}(?![a-z])`,
  `(?<![a-z])(?!may(?![a-z])|mar(?![a-z]))${monthName}[. ]{1,2}${dayNumber}(?:st|nd|rd|th)?(?![\\d.,])`,
].map((pattern) => new RegExp(pattern, 'i'));

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
const blanks = /\s/g;

/** A text as it is looked through: full-width digits, dashes and blanks of every kind are what they look like. */
function asLookedThrough(text: string): string {
  return text.normalize('NFKC').replaceAll(dashes, '-').replaceAll(blanks, ' ');
}

/** Whether a date stands in a text, however it is written; a bare year is none. */
export function holdsDate(text: string): boolean {
  return isDated(asLookedThrough(text));
}

function isDated(plain: string): boolean {
  return /\d/.test(plain) && dates.some((pattern) => pattern.test(plain));
}

const plainNumber = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A number as it is measured, without leading zeros: no number of a person. */
export function isPlainNumber(text: string): boolean {
  return plainNumber.test(text);
}

/** Whether one of these identifiers (none of them empty), somebody of the study, or a date stands in a text; case ignored. */
export type Teller = (text: string, ids: readonly string[]) => boolean;

export function createTeller(namesSomebody: NameSearch): Teller {
  const read = remember((text) => {
    const plain = asLookedThrough(text);
    return { plain, lower: plain.toLowerCase(), tells: isDated(plain) || namesSomebody(plain) };
  });
  const finderOf = remember(idPattern);
  return (text, ids) => {
    const { plain, lower, tells } = read(text);
    return tells || ids.some((id) => lower.includes(id.toLowerCase()) && finderOf(id).test(plain));
  };
}

/**
 * A long identifier, or one with letters, signs or leading zeros, is found wherever it stands by itself; a short plain number such as
 * 12 only where it is all of a text: else every reference range and dose with that number would tell it.
 */
function idPattern(id: string): RegExp {
  return new RegExp(isShort(id) ? `^${id}$` : alone(id), 'iu');
}

function isShort(id: string): boolean {
  return /^[1-9]\d{0,3}$/.test(id);
}

/** Not as a part of a longer number or word; a short identifier may not touch letters and digits at all. */
function alone(id: string): string {
  const strict = id.length < 4 ? '[\\p{L}\\d]' : null;
  const before = strict ?? (/^\d/.test(id) ? '\\d|\\d[.,]' : '\\p{L}');
  const after = strict ?? (/\d$/.test(id) ? '\\d' : '\\p{L}');
  return `(?<!${before})${escaped(id)}(?!${after})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
