/** The largest number of the format, and the smallest above 0: 16 to the powers of 63 and -65, about 7.2e75 and 5.4e-79. */
const largest = (1 - 2 ** -53) * 16 ** 63;
const smallest = 16 ** -65;

/** A missing number in SAS: `.`, then zeros. */
const missing = 0x2e;

/**
 * Writes a number as IBM System/360 double precision, as used in SAS transport files (SAS technical note TS-140): a sign, a power of 16
 * from -64 to 63, and 56 bits of fraction, more than a JavaScript number has. If the number is too large or too small, writes a missing
 * number and returns false.
 */
export function writeIbmDouble(value: number | null, into: Buffer, at: number): boolean {
  into.fill(0, at, at + 8);
  if (value === 0) return true;
  const size = Math.abs(value ?? NaN);
  if (!(size >= smallest && size <= largest)) {
    into[at] = missing;
    return value === null;
  }
  // size = fraction × 16^power with fraction from 1/16 to 1.
  let power = Math.ceil(Math.log2(size) / 4);
  if (size >= 16 ** power) power++;
  else if (size < 16 ** (power - 1)) power--;
  const fraction = BigInt((size / 16 ** power) * 2 ** 56);
  into.writeBigUInt64BE(((BigInt(value !== null && value < 0 ? 128 : 0) + BigInt(power + 64)) << 56n) | fraction, at);
  return true;
}
