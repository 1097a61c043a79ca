import { isOneSlipApart, slipKeys, type Slips } from './one-slip.ts';

/** Records of a usual name at least, and how many times those of the other one. */
const fewestUsual = 5;
const timesAsMany = 5;

/**
 * Of names with their records those that are written in another way than a usual one: by case, spaces or marks, or by one
 * letter of a word.
 */
export function otherSpellings(counts: ReadonlyMap<string, number>, slips: Slips): readonly string[] {
  const usual = [...counts].filter(([, records]) => records >= fewestUsual);
  const byLetters = new Map<string, number>();
  for (const [name, records] of usual) byLetters.set(lettersOf(name), Math.max(byLetters.get(lettersOf(name)) ?? 0, records));
  // Of thousands of names, two and two are not compared: only those that have a text with one letter left out in common.
  const byKey = new Map<string, string[]>();
  for (const [name] of usual)
    for (const key of slipKeys(name, slips)) {
      const names = byKey.get(key) ?? [];
      byKey.set(key, names);
      names.push(name);
    }
  return [...counts].flatMap(([name, records]) => {
    const isRare = (other: number): boolean => other >= Math.max(fewestUsual, timesAsMany * records);
    if (isRare(byLetters.get(lettersOf(name)) ?? 0)) return [name];
    const near = slipKeys(name, slips).flatMap((key) => byKey.get(key) ?? []);
    return near.some((other) => isRare(counts.get(other) ?? 0) && isOneSlipApart(name, other, slips)) ? [name] : [];
  });
}

/** The letters, digits and signs of a name that mean something: 2.5 is no 25, and "Neutrophils %" is no "Neutrophils". */
function lettersOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/(\d)[.,](?=\d)/g, '$1·')
    .replaceAll(/[^\p{L}\p{N}·%#+<>/-]+/gu, '');
}
