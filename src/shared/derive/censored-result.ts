import { readDecimal } from './decimal.ts';

/** A result known only to be beyond a bound: `<5`, `>= 1000`. */
export interface CensoredResult {
  readonly comparator: '<' | '<=' | '>' | '>=';
  readonly bound: number;
  /** The unit after the bound; null if it is that of its record or test. */
  readonly unit: string | null;
}

const SIGNS = [
  [/^(?:<|less than|lower than) ?(?:\/|or) ?(?:=|equal to|equals) ?|^(?:≤|⩽|=<|at most|up to|no more than|not more than) ?/i, '<='],
  [
    /^(?:>|greater than|more than|higher than) ?(?:\/|or) ?(?:=|equal to|equals) ?|^(?:≥|⩾|=>|at least|no less than|not less than) ?/i,
    '>=',
  ],
  [/^(?:less than|lower than|below|under) /i, '<'],
  [/^(?:greater than|more than|higher than|above|over) /i, '>'],
  // The operators of statistical software, which some laboratory systems write.
  [/^LT (?=[\d.,])/i, '<'],
  [/^LE (?=[\d.,])/i, '<='],
  [/^GT (?=[\d.,])/i, '>'],
  [/^GE (?=[\d.,])/i, '>='],
] as const;

/** English thousands: no laboratory reports three decimals of a bound after one to three digits. */
const THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d+)?$/;
/** Continental thousands: certain only before a decimal comma, or separated by spaces. */
const CONTINENTAL_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+),\d+$/;
const CENSORED =
  /^(<=?|>=?)\s*([-+]?(?:[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,]*|[.,]\d+)(?:[eE][-+]?\d{1,2})?)(?:\s*((?![\d.,])\S.{0,40}))?$/;

/** A unit of cell counts behind a bound: `<0.5 10*9/L`, `<0.1 x10^9/L`. Without its volume, a power of ten multiplies the bound. */
const POWER_UNIT = /^(.*?[\d.,])(?:\s+|\s*[x×*]\s?)(10(?:(?:\^|\*{1,2}|e)\d{1,2}|\(\d{1,2}\)|[⁰¹²³⁴-⁹]{1,2})\s?\/\s?\p{L}.{0,20})$/iu;

/** Reads a text result as a censored one, ignoring a flag or a remark after it; null for any other text. */
export function parseCensored(text: string | null): CensoredResult | null {
  return readCensored(text, (behind) => behind.replace(FLAG, '').replace(REMARK, ''));
}

/** The same for a text without a flag or a remark. */
export function parsePlainCensored(text: string): CensoredResult | null {
  return readCensored(text, (behind) => behind);
}

/** `unitIn`: the unit in what follows the bound, or an empty text. */
function readCensored(text: string | null, unitIn: (behind: string) => string): CensoredResult | null {
  if (text === null || text.length > 80) return null;
  const plain = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
  const [, beforePower, power] = POWER_UNIT.exec(plain) ?? [];
  const [, sign, digits, behind = power] = CENSORED.exec(withSign(beforePower ?? plain)) ?? [];
  const bound = digits === undefined ? Number.NaN : toNumber(digits);
  if (!Number.isFinite(bound) || !isComparator(sign)) return null;
  const unit = behind === undefined ? '' : unitIn(behind.trim());
  return unit !== '' && !isUnit(unit) ? null : { comparator: sign, bound, unit: unit === '' ? null : unit };
}

/** A laboratory's flag after the bound or its unit: "(H)", "[LL]", "H". A bare L may be a litre, and a bare h an hour. */
const FLAG = /(?:^|\s)(?:[([](?:[Hh]{1,2}|[Ll]{1,2})[)\]]|HH?|LL)$/;
/** A remark in place of a unit: "(diluted)", "(below LLOQ)". Shorter words may be units. */
const REMARK = /^[([]\p{L}{4,}(?:[\s,.-]+\p{L}{4,})*[)\]]$/u;

function withSign(plain: string): string {
  const [words, sign] = SIGNS.find(([one]) => one.test(plain)) ?? [null, ''];
  return words === null ? plain : plain.replace(words, sign);
}

/** Another bound or number after the first ("<5 - >3", "<5/6"), a power of ten and a multiplier are not units. */
function isUnit(text: string): boolean {
  return /[\p{L}%°/]/u.test(text) && !/[<>=]|^\/\s*\d|^[x×*]\s*|^e[-+]?\d/iu.test(text);
}

function toNumber(digits: string): number {
  const plain = THOUSANDS.test(digits)
    ? digits.replace(/[, ]/g, '')
    : digits.replace(CONTINENTAL_THOUSANDS, (all) => all.replace(/[. ]/g, '')).replace(',', '.');
  return readDecimal(plain);
}

function isComparator(sign: string | undefined): sign is CensoredResult['comparator'] {
  return sign === '<' || sign === '<=' || sign === '>' || sign === '>=';
}
