/** Whether an item repeats an earlier measurement, and so was not measured at its visit. */
export function isCarriedForward(item: string | null): boolean {
  return item === 'Last recorded Height';
}
