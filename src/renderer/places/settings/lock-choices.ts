const usual = [1, 2, 5, 10, 15, 20, 30, 45, 60];

/** Selectable minutes, including the current setting. */
export function lockChoices(set: number): readonly number[] {
  return [...new Set([...usual, set])].toSorted((left, right) => left - right);
}
