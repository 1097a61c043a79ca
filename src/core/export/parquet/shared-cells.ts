import type { StoredRow, StoredValue } from '../../query/fetch-rows.ts';
import { countInRow, type StrangeNotes } from '../count-strange.ts';
import { none, type GatheredCells } from './gathered-cells.ts';

/** Gathers the combinations of shared cells that rows have. Each cell of a combination is examined once, however many rows have it. */
export class SharedCells {
  readonly #combinations: ReadonlyMap<StoredValue, StoredRow>;
  readonly #places = new Map<StoredValue, number>();
  readonly #combinationOf: Int32Array;
  #rows = 0;

  /** Takes the combinations by their number, which is also the first value of each. */
  constructor(combinations: ReadonlyMap<StoredValue, StoredRow>, rows: number) {
    this.#combinations = combinations;
    for (const number of combinations.keys()) this.#places.set(number, this.#places.size);
    this.#combinationOf = new Int32Array(rows);
  }

  /** Throws RangeError if no combination has this number. */
  add(number: number): void {
    const place = this.#places.get(number);
    if (place === undefined) throw new RangeError('A row refers to an unknown combination of shared cells.');
    this.#combinationOf[this.#rows++] = place;
  }

  clear(): void {
    this.#rows = 0;
  }

  countStrange(notes: StrangeNotes): void {
    const inEach = Array.from(this.#combinations.values(), (cells) => {
      const counted = { replaced: 0, nul: 0 };
      countInRow(cells, counted);
      return counted;
    });
    if (inEach.every(({ replaced, nul }) => replaced + nul === 0)) return;
    for (let row = 0; row < this.#rows; row++) {
      const counted = inEach[this.#combinationOf[row] ?? 0];
      notes.replaced += counted?.replaced ?? 0;
      notes.nul += counted?.nul ?? 0;
    }
  }

  /**
   * For a column, by the place of its cell in a combination, returns a function that returns its cells in the group; they are valid until
   * the next call.
   */
  column(at: number): () => GatheredCells {
    const known = new Map<string | number, number>();
    const entryOfCombination = Int32Array.from(this.#combinations.values(), (cells) => {
      const cell = cells[at] ?? null;
      if (cell === null) return none;
      const entry = known.get(cell) ?? known.size;
      known.set(cell, entry);
      return entry;
    });
    const values = [...known.keys()];
    const entryOf = new Int32Array(this.#combinationOf.length);
    return () => {
      for (let row = 0; row < this.#rows; row++) entryOf[row] = entryOfCombination[this.#combinationOf[row] ?? 0] ?? none;
      return { entryOf, entries: values.length, cell: (entry) => values[entry] ?? '', texts: null, areDistinct: true };
    };
  }
}
