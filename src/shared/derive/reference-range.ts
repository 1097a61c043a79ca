/** A reference range as numbers: a missing limit is null, and a limit says whether it belongs to the range. */
export interface NumericRange {
  readonly kind: 'numeric';
  readonly low: number | null;
  readonly lowInclusive: boolean;
  readonly high: number | null;
  readonly highInclusive: boolean;
  /** Unit written behind the limits; null where there is none. */
  readonly unit: string | null;
}

/** A range in words ("Negative"), or one that cannot be read for certain. */
export interface TextRange {
  readonly kind: 'text';
  readonly text: string;
}

export type ReferenceRange = NumericRange | TextRange;

const NUMBER = '[-+]?(?:\\d+(?:[.,]\\d+)?|[.,]\\d+)';
/** Behind a space, or at once where a letter or % follows that is no exponent; some letter or sign must be in it. */
const UNIT =
  '(?:\\s+|(?=[A-Za-zµμ°%])(?![eE][-+]?\\d))(?=[^a-zA-Zµμ°%]*[a-zA-Zµμ°%])([A-Za-z0-9µμ°%*^/.[\\]{}_-]+(?: [A-Za-z0-9µμ°%*^/.[\\]{}_-]+)?)';
const CLOSED = new RegExp(`^(>=?)?\\s*(${NUMBER})\\s*(?:-|to|and)\\s*(<=?)?\\s*(${NUMBER})(?:${UNIT})?$`);
const OPEN = new RegExp(`^(<=?|>=?|=<|=>)\\s*(${NUMBER})(?:${UNIT})?$`);
/** Longer texts are notes, no ranges. */
const LONGEST = 100;
const NEEDS_SIMPLIFYING = /[^ -~]|^[\s([]|\s$/;
const BRACKETS = /^[([](.*)[)\]]$/;

/** `1,250` is 1250 to one reader and 1.25 to another; it is a decimal comma only beside another one that is sure. */
const AMBIGUOUS_COMMA = /(?<![\d.,])[1-9]\d{0,2},\d{3}(?![\d.,])/;
const DECIMAL_COMMA = /(?<![\d.,])(?:0,\d+|\d{4,},\d+|\d*,(?:\d{1,2}|\d{4,}))(?![\d.,])/;

/**
 * Reads a reference range's text (spec 2.2 referenceRange[].text): `3.5 - 5.1`, `3,5-5,1`, `< 200`, `>= 60`, `-2 - 3`,
 * `0-0.2 10*3/uL`, words. What is not certain stays text: `1,000 - 4,000`, a low limit above the high one, two ranges in one text.
 */
export function parseReferenceRange(text: string): ReferenceRange | null {
  const plain = NEEDS_SIMPLIFYING.test(text) ? simplify(text) : text;
  if (plain === '') return null;
  return (plain.length > LONGEST ? null : numeric(plain)) ?? { kind: 'text', text };
}

/** Dashes, spaces and comparison signs in their ASCII form, without enclosing brackets. */
function simplify(text: string): string {
  const ascii = text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/≤/g, '<=')
    .replace(/≥/g, '>=')
    .replace(/\s+/g, ' ')
    .trim();
  return (BRACKETS.exec(ascii)?.[1] ?? ascii).trim();
}

function numeric(plain: string): NumericRange | null {
  if (plain.includes(',') && AMBIGUOUS_COMMA.test(plain) && !DECIMAL_COMMA.test(plain)) return null;
  return closed(plain) ?? open(plain);
}

function closed(plain: string): NumericRange | null {
  const match = CLOSED.exec(plain);
  if (match === null) return null;
  const [, lowSign, lowText = '', highSign, highText = '', unit] = match;
  const low = toNumber(lowText);
  const high = toNumber(highText);
  if (low > high) return null;
  return { kind: 'numeric', low, lowInclusive: lowSign !== '>', high, highInclusive: highSign !== '<', unit: unit ?? null };
}

function open(plain: string): NumericRange | null {
  const match = OPEN.exec(plain);
  if (match === null) return null;
  const [, sign = '', limitText = '', unitText] = match;
  const limit = toNumber(limitText);
  const inclusive = sign.includes('=');
  const unit = unitText ?? null;
  if (sign.includes('<')) return { kind: 'numeric', low: null, lowInclusive: false, high: limit, highInclusive: inclusive, unit };
  return { kind: 'numeric', low: limit, lowInclusive: inclusive, high: null, highInclusive: false, unit };
}

function toNumber(text: string): number {
  // Adding 0 makes 0 of -0.
  return Number(text.replace(',', '.')) + 0;
}
