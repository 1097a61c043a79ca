/** Half a unit in the fifteenth significant digit, the last that a double reliably holds (admiral's `signif_dig` guard). */
const RELATIVE_GUARD = 5e-15;
const SURE_DIGITS = 15;

/** A number, or its digits as sent if a double would change them. */
export type Decimal = number | string;

/** Digits and the power of ten to scale them by: 0.12 is 12 and -2. */
interface Digits {
  readonly digits: bigint;
  readonly exponent: number;
}

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;
/** Exponents are clamped to this absolute value, so that extreme numbers need not be written out in digits. */
const LARGEST_POWER = 9999;

/**
 * The number that a text writes with a decimal point, such as -0.5, .5 or 1e3; NaN for anything else. Digits can be divided in one way
 * only: two adjacent repetitions of them would take quadratic time on a long text.
 */
export function readDecimal(text: string): number {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** Whether two numbers differ by no more than the noise of binary fractions: 0.1 + 0.2 and 0.3. */
export function sameNumber(left: number, right: number): boolean {
  return Math.abs(left - right) <= RELATIVE_GUARD * Math.max(Math.abs(left), Math.abs(right));
}

/** `left - right` without that noise: 61.3 - 11.1 is 50.2. */
export function difference(left: number, right: number): number {
  if (sameNumber(left, right)) return 0;
  const magnitude = Math.max(Math.abs(left), Math.abs(right), 1);
  const wholeDigits = Math.floor(Math.log10(magnitude)) + 1;
  return Number((left - right).toFixed(Math.max(0, SURE_DIGITS - wholeDigits)));
}

/** Rounds a computed number to the intended decimal, at 15 significant digits: 0.6 / 0.2 is 3, 100 × (11.9 − 17) / 17 is −30. */
export function roundToDecimal(value: number): number {
  // Whole numbers with that many digits are exact.
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value : Number(value.toPrecision(SURE_DIGITS));
}

/**
 * Removes the noise of a division and otherwise keeps the quotient unrounded: 100 × (11.9 − 17) / 17 is exactly −30, and 100 / 3 keeps all
 * its digits.
 */
export function withoutNoise(quotient: number): number {
  const rounded = roundToDecimal(quotient);
  const digits = String(rounded)
    .replace(/e.*$/, '')
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '');
  return digits.length < SURE_DIGITS ? rounded : quotient;
}

/**
 * Compares two decimals: negative, 0 or positive if `left` is less than, equal to or greater than `right`. Uses the 15 reliable digits of a
 * number, and all digits of a text. Throws a RangeError if a text is not a number.
 */
export function compareDecimals(left: Decimal, right: Decimal): number {
  if (typeof left === 'number' && typeof right === 'number') {
    if (left === right) return 0;
    return sameNumber(left, right) ? Math.sign(roundToDecimal(left) - roundToDecimal(right)) : Math.sign(left - right);
  }
  return compareDigits(digitsOf(left), digitsOf(right));
}

function compareDigits(left: Digits, right: Digits): number {
  const least = Math.min(left.exponent, right.exponent);
  const difference = left.digits * 10n ** BigInt(left.exponent - least) - right.digits * 10n ** BigInt(right.exponent - least);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function digitsOf(decimal: Decimal): Digits {
  const text = typeof decimal === 'number' ? String(roundToDecimal(decimal)) : decimal.trim();
  const [, sign = '', whole = '', fraction = '', power = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === '' && fraction === '') throw new RangeError('Not a decimal number.');
  const digits = BigInt(whole + fraction);
  const exponent = Math.max(-LARGEST_POWER, Math.min(LARGEST_POWER, Number(power)));
  return { digits: sign === '-' ? -digits : digits, exponent: exponent - fraction.length };
}
