/** Fewer lost records than this are never held back. */
const fewRecords = 100;

/**
 * True where a new copy would lose so much that a person should confirm it (faults F46, F47):
 * a non-empty set would become empty, or lose more than half and more than 100 records.
 */
export function shrinksTooMuch(before: number, after: number): boolean {
  if (before === 0) return false;
  const lost = before - after;
  return after === 0 || (lost > before / 2 && lost > fewRecords);
}
