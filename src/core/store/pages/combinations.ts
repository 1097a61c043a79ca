import type { SqlValue } from '../../extract/sql-columns.ts';

/** Tests one column; its value selects the branch. */
interface Fork<T> {
  readonly place: number;
  readonly ways: Map<SqlValue, Fork<T> | Leaf<T>>;
}

interface Leaf<T> {
  readonly cells: readonly SqlValue[];
  readonly found: T;
}

/**
 * Maps combinations of cells to values. A lookup tests only the columns that distinguish the known combinations and then compares once;
 * building a text key from all cells would take several times as long.
 */
export class Combinations<T> {
  readonly #places: readonly number[];
  #root: Fork<T> | Leaf<T> | null = null;
  #size = 0;

  /** `places`: indexes of the combination's cells within a record. */
  constructor(places: readonly number[]) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the value for this record's combination; a new combination gets the result of `make`. */
  get(cells: readonly SqlValue[], make: () => T): T {
    let above: Fork<T> | null = null;
    let node = this.#root;
    while (node !== null && 'ways' in node) {
      above = node;
      node = node.ways.get(cells[node.place] ?? null) ?? null;
    }
    if (node === null) return this.#put(above, cells, { cells, found: make() }).found;
    const place = this.#difference(node.cells, cells);
    if (place === null) return node.found;
    const leaf = { cells, found: make() };
    this.#put(above, cells, {
      place,
      ways: new Map<SqlValue, Leaf<T>>([
        [node.cells[place] ?? null, node],
        [cells[place] ?? null, leaf],
      ]),
    });
    return leaf.found;
  }

  #put<N extends Fork<T> | Leaf<T>>(above: Fork<T> | null, cells: readonly SqlValue[], node: N): N {
    if (above === null) this.#root = node;
    else above.ways.set(cells[above.place] ?? null, node);
    this.#size++;
    return node;
  }

  #difference(one: readonly SqlValue[], other: readonly SqlValue[]): number | null {
    for (const place of this.#places) if ((one[place] ?? null) !== (other[place] ?? null)) return place;
    return null;
  }
}
