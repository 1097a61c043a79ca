/** Numbers between 0 and 1 determined by a seed: the same sequence everywhere and every time (splitmix by Steele and Vigna, 32 bits). */
export function seededNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0_aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
}

/** Number of sets at least as extreme as the observed one after which drawing stops for it. */
const enough = 5;

interface Drawn {
  /** The population: indexes 0 to `of` − 1. */
  readonly of: number;
  /** The observed sets, all of the same size. */
  readonly sets: readonly (readonly number[])[];
  /** The larger, the more extreme. Reads the set from the first entries. */
  readonly measure: (places: Int32Array) => number;
  /** Maximum number of sets to draw. */
  readonly most: number;
  readonly seed: number;
}

/** Values that differ only in the last digits of a double count as equal. */
const tiny = 1e-9;

/**
 * For each set, the chance that a random set of its size is at least as extreme: a permutation test that stops for a set once its chance is
 * clearly not small (Besag and Clifford, Biometrika 78, 1991). Never 0.
 */
export function chancesOfSets({ of, sets, measure, most, seed }: Drawn): readonly number[] {
  const size = sets[0]?.length ?? 0;
  const places = new Int32Array(of);
  for (let place = 0; place < of; place++) places[place] = place;
  const random = seededNumbers(seed);
  const bounds = sets.map((set) => {
    const observed = measure(Int32Array.from(set));
    return observed - tiny * Math.max(1, Math.abs(observed));
  });
  const extreme = sets.map(() => 0);
  const chances: (number | null)[] = sets.map(() => null);
  let open = sets.length;
  for (let drawn = 1; drawn <= most && open > 0; drawn++) {
    for (let at = 0; at < size; at++) {
      const other = at + Math.floor(random() * (of - at));
      const kept = places[at] ?? 0;
      places[at] = places[other] ?? 0;
      places[other] = kept;
    }
    const measured = measure(places);
    for (let set = 0; set < bounds.length; set++) {
      if (chances[set] !== null || measured < (bounds[set] ?? 0)) continue;
      extreme[set] = (extreme[set] ?? 0) + 1;
      if (extreme[set] !== enough) continue;
      chances[set] = enough / drawn;
      open--;
    }
  }
  return chances.map((chance, set) => chance ?? ((extreme[set] ?? 0) + 1) / (most + 1));
}
