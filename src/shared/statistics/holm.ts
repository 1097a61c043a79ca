/**
 * Probabilities adjusted for their number (Holm, Scandinavian Journal of Statistics 6, 1979), in the order given. Each is an upper bound
 * for the chance that any of them is that small, whatever their dependence.
 */
export function holm(probabilities: readonly number[]): readonly number[] {
  const inOrder = probabilities.map((p, place) => ({ p, place })).sort((left, right) => left.p - right.p);
  const adjusted = new Array<number>(probabilities.length).fill(1);
  let least = 0;
  for (const [rank, { p, place }] of inOrder.entries()) {
    least = Math.max(least, Math.min(1, p * (inOrder.length - rank)));
    adjusted[place] = least;
  }
  return adjusted;
}
