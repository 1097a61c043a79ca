/**
 * Probabilities adjusted for how many there are (Holm, Scandinavian Journal of Statistics 6, 1979): the chance that any of them is as small
 * as it is is kept below each, whatever they have to do with one another. In the order given.
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
