/** Numbers between 0 and 1 in an order that a seed decides: the same everywhere and every time (Vigna's and Steele's splitmix, 32 bits). */
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

/** Sets as extreme as the one looked at after which no more are drawn. */
const enough = 5;

interface Drawn {
  /** How many there are to draw from: the places 0 to `of` − 1. */
  readonly of: number;
  /** The sets that are looked at, each of the same size. */
  readonly sets: readonly (readonly number[])[];
  /** The larger, the more extreme; of the places in the first entries. */
  readonly measure: (places: Int32Array) => number;
  /** Sets that are drawn at most. */
  readonly most: number;
  readonly seed: number;
}

/** What is as large but for the last digits of a double is as large. */
const tiny = 1e-9;

/**
 * Of each set the chance that one of its size, drawn from all at random, is as extreme: a permutation test, which ends for a set once it is
 * plain that its chance is not small (Besag and Clifford, Biometrika 78, 1991). Never 0.
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
