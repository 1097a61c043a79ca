import { readUnit, sameUnit } from '../units/read-unit.ts';
import { memoizeThree } from './memoize.ts';

/** A reference range as numbers. A missing limit is null; each limit says whether it is part of the range. */
export interface NumericRange {
  readonly kind: 'numeric';
  readonly low: number | null;
  readonly lowInclusive: boolean;
  readonly high: number | null;
  readonly highInclusive: boolean;
  /** The unit after the limits, as written; null if there is none. */
  readonly unit: string | null;
}

/** A range in words ("Negative"), or one that cannot be read with certainty. */
export interface TextRange {
  readonly kind: 'text';
  readonly text: string;
}

export type ReferenceRange = NumericRange | TextRange;

const NUMBER = '[-+]?(?:\\d+(?:[.,]\\d+)?|[.,]\\d+)';
/** What follows the last limit: a unit, a remark, or both. Without a space only if it cannot be part of the number. */
const TAIL = '(?:(\\s+.*|(?![\\d.,]|[eE][-+]?\\d|\\s*[-–]).+)?)';
const CLOSED = new RegExp(
  `^(>=?|=>)?\\s*(${NUMBER})\\s*(\\S{1,20}?)??\\s*(?:-|to|bis|through|thru|and|\\.\\.\\.?|~)\\s*(<=?|=<)?\\s*(${NUMBER})${TAIL}$`,
  'i',
);
const OPEN = new RegExp(`^(<=?|>=?|=<|=>)\\s*(${NUMBER})${TAIL}$`);
const BEHIND = new RegExp(`^(${NUMBER})\\s*(?:or|and)\\s+(less|lower|below|under|more|greater|higher|above|over)${TAIL}$`, 'i');
/** Longer texts are notes, not ranges. */
const LONGEST = 100;
const BRACKETS = /^[([]([^()[\]]*)[)\]]$/;
const TITLE = /^(?:(?:normal|reference|ref\.?|expected)(?: (?:range|interval|values?))?|range)\s*[:=]?\s+(?=[-+<>≤≥.,\d])/i;

/** `1,250` may be 1250 or 1.25; it counts as a decimal comma only next to another one that is certain. */
const AMBIGUOUS_COMMA = /(?<![\d.,])[1-9]\d{0,2},\d{3}(?![\d.,])/;
const DECIMAL_COMMA = /(?<![\d.,])(?:0,\d+|\d{4,},\d+|\d*,(?:\d{1,2}|\d{4,}))(?![\d.,])/;

/**
 * Reads the text of a reference range (spec 2.2 referenceRange[].text): `3.5 - 5.1`, `3,5-5,1`, `< 200`, `up to 40`, `> OR = 60`, `-2 - 3`,
 * `0-0.2 10*3/uL`, `70-99 fasting`, words. Uncertain ranges stay text: `1,000 - 4,000`, a low limit above the high one, two ranges in one
 * text, a range for one sex, numbers that a remark calls a finding (`> 10 positive`), and cells per microliter whose limits may be
 * thousands (`150.000 - 400.000`). `unitOfResult`: the unit of a range without one.
 */
export function parseReferenceRange(text: string, unitOfResult: string | null = null): ReferenceRange | null {
  const plain = simplify(text);
  if (plain === '') return null;
  return (plain.length > LONGEST ? null : numeric(plain, unitOfResult)) ?? { kind: 'text', text };
}

const memoized = memoizeThree((text, unit): ReferenceRange | null => (text === null ? null : parseReferenceRange(text, unit)));

/** The range of a record, memoized, since a study has few different ones; null without a text. */
export function readRange(text: string | null, unitOfResult: string | null): ReferenceRange | null {
  return memoized(text, unitOfResult, null);
}

const signs: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/≤|⩽/g, '<='],
  [/≥|⩾/g, '>='],
  [/[\s\u200b]+/g, ' '],
  [/^(?:<|less than) ?(?:\/|or) ?(?:=|equal to|equals) ?/i, '<= '],
  [/^(?:>|greater than|more than) ?(?:\/|or) ?(?:=|equal to|equals) ?/i, '>= '],
  [/^(?:between|from) (?=[-+.,\d].* (?:and|to) )/i, ''],
  [/^(?:up to|at most|no more than|not more than|max\.?|maximum) (?=[-+.,\d])/i, '<= '],
  [/^(?:at least|no less than|not less than|min\.?|minimum) (?=[-+.,\d])/i, '>= '],
  [/^(?:less than|below|under|lower than) (?=[-+.,\d])/i, '< '],
  [/^(?:greater than|more than|above|over|higher than) (?=[-+.,\d])/i, '> '],
];

/** Converts dashes, spaces and comparison signs to ASCII, and removes enclosing brackets and titles. */
function simplify(text: string): string {
  if (text.length > 2 * LONGEST) return text;
  const bare = text.trim().replace(BRACKETS, '$1').trim().replace(TITLE, '');
  return signs.reduce((plain, [from, to]) => plain.replace(from, to), bare).trim();
}

function numeric(plain: string, unitOfResult: string | null): NumericRange | null {
  const limits = closed(plain) ?? open(plain) ?? behind(plain);
  if (limits === null) return null;
  const written = limits.written.join(' ');
  if (AMBIGUOUS_COMMA.test(written) && !DECIMAL_COMMA.test(written)) return null;
  const tail = readTail(limits.tail);
  if (tail === null || (mayBeThousands(limits.written) && countsSingleCells(tail.unit ?? unitOfResult))) return null;
  const { low, lowInclusive, high, highInclusive } = limits;
  if (low !== null && high !== null && low > high) return null;
  return { kind: 'numeric', low, lowInclusive, high, highInclusive, unit: tail.unit };
}

/** `150.000` is 150 where decimals follow a point, and 150,000 where a point separates thousands, which never begin with 0. */
const DOTTED = /^\+?[1-9]\d{0,2}\.\d{3}$/;

function mayBeThousands(written: readonly string[]): boolean {
  return written.some((limit) => DOTTED.test(limit)) && written.every((limit) => limit === '0' || DOTTED.test(limit));
}

/** Whether a unit is cells per microliter, whose limits are thousands of cells more often than decimals. */
function countsSingleCells(unit: string | null): boolean {
  const [read, single] = [unit === null ? null : readUnit(unit), readUnit('/uL')];
  return read !== null && single !== null && sameUnit(read, single);
}

interface Limits extends Omit<NumericRange, 'kind' | 'unit'> {
  readonly written: readonly string[];
  readonly tail: string;
}

function closed(plain: string): Limits | null {
  const match = CLOSED.exec(plain);
  if (match === null) return null;
  const [, lowSign, lowText = '', lowUnit = '', highSign, highText = '', tail = ''] = match;
  // A unit after the low limit must also follow the high limit: `3.5 g/dL - 5.1 g/dL`.
  if (lowUnit !== '' && lowUnit !== tail.trim()) return null;
  return {
    ...{ low: toNumber(lowText), lowInclusive: lowSign !== '>', high: toNumber(highText), highInclusive: highSign !== '<' },
    ...{ written: [lowText, highText], tail },
  };
}

function open(plain: string): Limits | null {
  const match = OPEN.exec(plain);
  if (match === null) return null;
  const [, sign = '', limitText = '', tail = ''] = match;
  return oneLimit(limitText, sign.includes('<') ? 'high' : 'low', sign.includes('='), tail);
}

/** "5 or less", "60 and above". */
function behind(plain: string): Limits | null {
  const match = BEHIND.exec(plain);
  if (match === null) return null;
  const [, limitText = '', word = '', tail = ''] = match;
  return oneLimit(limitText, /^(?:less|lower|below|under)$/i.test(word) ? 'high' : 'low', true, tail);
}

function oneLimit(text: string, side: 'low' | 'high', inclusive: boolean, tail: string): Limits {
  const limit = toNumber(text);
  const [low, high] = side === 'low' ? [limit, null] : [null, limit];
  return { low, lowInclusive: low !== null && inclusive, high, highInclusive: high !== null && inclusive, written: [text], tail };
}

/** A word of a remark; shorter words may be unknown units. */
const REMARK = /^[([,;]*(?:[\p{L}-]{4,}|am|pm|a\.m\.|p\.m\.|est\.?|calc\.?|age|and|or|for|not|the|of|in|non|si)[)\],;.]*$/iu;

/**
 * Words which show that the numbers are not a normal range: a finding ("> 10 positive", "<20 deficiency"), a grade of risk, an alarm, or
 * limits for some people only ("13.5-17.5 male").
 */
const NO_NORMAL_RANGE = new RegExp(
  [
    'abnormal|critical|panic|alert|alarm|positive|(?<!non[- ]?)reactive|toxic|overdose|borderline|elevated|increased|decreased|impaired',
    'deficien|insufficien|inadequate|diabet|failure|disease|severe|moderate|suggest|indicat|consistent|suspicious|equivocal|indeterminate',
    'gr[ae]y|high|hyper|hypo|poor|possible|probable|(?<!not )detected|(?<!\\p{L})(?:low|risk|ckd)(?!\\p{L})',
    '(?<!\\p{L})(?:(?:fe)?males?|(?:wo)?m[ae]n|boys?|girls?|smokers?)(?!\\p{L})',
    'child|infant|pa?ediatric|newborn|neonat|pregnan|menopaus|trimester|follicular|luteal|ovulat',
  ].join('|'),
  'iu',
);

/** What no unit contains: limits after an age or an hour ("18-64 y: 3-5", "8-10AM: 5-23"), or the rest of a dilution ("<1:80 titer"). */
const MORE = /[:=<>]|\s[-+.]?\d|\d\s*-\s*\d/;

/**
 * Reads what follows the limits: a unit, then possibly a remark ("mg/dL fasting"). Text that could be an unknown unit is returned as the
 * unit, so that such a range is compared only with results that have the same text. Null if more numbers follow.
 */
function readTail(tail: string): { readonly unit: string | null } | null {
  const text = tail.trim();
  if (text === '') return { unit: null };
  if (NO_NORMAL_RANGE.test(text)) return null;
  const words = text.split(' ');
  for (let count = words.length; count > 0; count--) {
    const unit = words.slice(0, count).join(' ');
    if (readUnit(unit.replace(/[,;]$/, '')) === null) continue;
    if (!words.slice(count).every((word) => REMARK.test(word))) return null;
    return { unit: unit.replace(/[,;]$/, '') };
  }
  if (words.every((word) => REMARK.test(word))) return { unit: null };
  const isUnknownUnit =
    words.length <= 2 && /[\p{L}%]/u.test(text) && !/^[([]?[-+]?\d/.test(text) && !/[;,()]/.test(text) && !MORE.test(text);
  return isUnknownUnit ? { unit: text } : null;
}

function toNumber(text: string): number {
  // Adding 0 turns -0 into 0.
  return Number(text.replace(',', '.')) + 0;
}
