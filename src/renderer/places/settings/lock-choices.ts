const usual = [1, 2, 5, 10, 15, 20, 30, 45, 60];

/** Minutes that can be chosen, with the one that is set. */
export function lockChoices(set: number): readonly number[] {
  return [...new Set([...usual, set])].toSorted((left, right) => left - right);
}
