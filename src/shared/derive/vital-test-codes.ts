/** True for an item that repeats an earlier measurement: no measurement of its visit. */
export function isCarriedForward(item: string | null): boolean {
  return item === 'Last recorded Height';
}
