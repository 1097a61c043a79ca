/** Half a unit in the fifteenth significant digit, the last that a double carries surely (admiral's `signif_dig` guard). */
const RELATIVE_GUARD = 5e-15;
const SURE_DIGITS = 15;

/** True where two numbers differ by no more than the noise of binary fractions: 0.1 + 0.2 and 0.3. */
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
