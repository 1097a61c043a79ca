/** Milliseconds; more than any offset that a date may have. */
export const farthestOffset = 24 * 3_600_000;

/**
 * Milliseconds by which the local time in a date's text is ahead of its instant: the offset at its end. For texts that are dates;
 * `sqlOffset` does the same in SQL.
 */
export function wallClockShift(text: string): number {
  const sign = text.at(-6);
  if (text.length <= 16 || (sign !== '+' && sign !== '-')) return 0;
  const minutes = Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2));
  return (sign === '-' ? -minutes : minutes) * 60_000;
}
