/** Digits that a double carries surely; comparing at them is admiral's rounding guard (`signif_dig`). */
const SIGNIFICANT_DIGITS = 15;

/** A number without the noise of binary fractions, so that 0.1 + 0.2 equals 0.3. */
export function significant(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

/** `left - right` without noise: 61.3 - 11.1 is 50.2. */
export function difference(left: number, right: number): number {
  const noisy = left - right;
  const scale = Math.max(Math.abs(left), Math.abs(right));
  return Math.abs(noisy) < scale * 1e-15 ? 0 : Number(noisy.toFixed(decimalsFor(scale)));
}

/** Places after the point that are still certain at this magnitude. */
function decimalsFor(scale: number): number {
  const whole = Math.max(1, Math.floor(Math.log10(Math.max(scale, 1))) + 1);
  return Math.max(0, SIGNIFICANT_DIGITS - whole - 1);
}
