/** A result that is only known to lie beyond a bound: `<5`, `>= 1000`. */
export interface CensoredResult {
  readonly comparator: '<' | '<=' | '>' | '>=';
  readonly bound: number;
}

const CENSORED = /^(<=?|>=?)\s*([-+]?\d+(?:[.,]\d+)?)$/;
/** `<1,000` may be 1000 or 1. */
const AMBIGUOUS = /[1-9]\d{0,2},\d{3}$/;

/** Reads a text result as a censored one; null for any other text. The bound has the row's unit. */
export function parseCensored(text: string | null): CensoredResult | null {
  if (text === null) return null;
  const match = CENSORED.exec(text.trim().replace('≤', '<=').replace('≥', '>=').replace('\u2212', '-'));
  const [, comparator, bound] = match ?? [];
  if (bound === undefined || AMBIGUOUS.test(bound) || !isComparator(comparator)) return null;
  return { comparator, bound: Number(bound.replace(',', '.')) };
}

function isComparator(sign: string | undefined): sign is CensoredResult['comparator'] {
  return sign === '<' || sign === '<=' || sign === '>' || sign === '>=';
}
