import type { StoredValue } from '../../query/fetch-rows.ts';
import { none, type GatheredCells } from './gathered-cells.ts';

/** Gathers cells that arrive as JavaScript values. */
export class ValueCells implements GatheredCells {
  readonly entryOf: Int32Array;
  readonly texts = null;
  readonly areDistinct = true;
  readonly #values: (string | number)[] = [];
  readonly #known = new Map<string | number, number>();
  #rows = 0;
  #last: StoredValue = null;
  #lastEntry = none;
  /** UTF-16 units of the entries. */
  length = 0;

  constructor(rows: number) {
    this.entryOf = new Int32Array(rows);
  }

  get entries(): number {
    return this.#values.length;
  }

  cell = (entry: number): string | number => this.#values[entry] ?? '';

  add(value: StoredValue): void {
    if (value !== this.#last) {
      this.#last = value;
      this.#lastEntry = value === null ? none : (this.#known.get(value) ?? this.#added(value));
    }
    this.entryOf[this.#rows++] = this.#lastEntry;
  }

  clear(): void {
    this.#values.length = 0;
    this.#known.clear();
    this.#rows = 0;
    this.#last = null;
    this.#lastEntry = none;
    this.length = 0;
  }

  #added(value: string | number): number {
    const entry = this.#values.push(value) - 1;
    this.#known.set(value, entry);
    if (typeof value === 'string') this.length += value.length;
    return entry;
  }
}
