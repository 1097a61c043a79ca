import { isOneSlipApart, slipKeys, type Slips } from './one-slip.ts';

/** Minimum number of records of a usual name, and how many times more they must be than those of the other name. */
const fewestUsual = 5;
const timesAsMany = 5;
/**
 * How many of the usual names that share a key are compared, the most frequent first. Real names share a key with a few others; without a
 * limit, thousands that end in one letter each would all be compared in pairs.
 */
const mostNear = 40;

/**
 * Returns the names that are spelled differently from a usual one: in case, spaces or punctuation, or by one letter of a word. `counts`:
 * records by name.
 */
export function otherSpellings(counts: ReadonlyMap<string, number>, slips: Slips): readonly string[] {
  const usual = [...counts].filter(([, records]) => records >= fewestUsual).sort(([, one], [, other]) => other - one);
  const byLetters = new Map<string, number>();
  for (const [name, records] of usual) byLetters.set(lettersOf(name), Math.max(byLetters.get(lettersOf(name)) ?? 0, records));
  // Thousands of names are not compared in pairs: only names that share a key with one letter left out.
  const byKey = new Map<string, string[]>();
  for (const [name] of usual)
    for (const key of slipKeys(name, slips)) {
      const names = byKey.get(key) ?? [];
      byKey.set(key, names);
      if (names.length < mostNear) names.push(name);
    }
  return [...counts].flatMap(([name, records]) => {
    const isRare = (other: number): boolean => other >= Math.max(fewestUsual, timesAsMany * records);
    if (isRare(byLetters.get(lettersOf(name)) ?? 0)) return [name];
    const near = slipKeys(name, slips).flatMap((key) => byKey.get(key) ?? []);
    return near.some((other) => isRare(counts.get(other) ?? 0) && isOneSlipApart(name, other, slips)) ? [name] : [];
  });
}

/** The letters, digits and meaningful signs of a name: 2.5 is not 25, and "Neutrophils %" is not "Neutrophils". */
function lettersOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/(\d)[.,](?=\d)/g, '$1·')
    .replaceAll(/[^\p{L}\p{N}·%#+<>/-]+/gu, '');
}
