/** Milliseconds; wider than any offset that a date may have. */
export const farthestOffset = 24 * 3_600_000;

/**
 * Milliseconds by which the wall clock that a date's text shows is ahead of its instant: the offset that it ends with. For texts that are
 * dates; `sqlOffset` says the same in SQL.
 */
export function wallClockShift(text: string): number {
  const sign = text.at(-6);
  if (text.length <= 16 || (sign !== '+' && sign !== '-')) return 0;
  const minutes = Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2));
  return (sign === '-' ? -minutes : minutes) * 60_000;
}
