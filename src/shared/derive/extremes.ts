/** The lowest of any number of numbers; Infinity if there are none. A call of Math.min takes no more than some 120,000. */
export function lowestOf(numbers: Iterable<number>): number {
  let lowest = Infinity;
  for (const number of numbers) lowest = Math.min(lowest, number);
  return lowest;
}

/** The highest of any number of numbers; -Infinity if there are none. */
export function highestOf(numbers: Iterable<number>): number {
  let highest = -Infinity;
  for (const number of numbers) highest = Math.max(highest, number);
  return highest;
}
