import type { EntryColumn } from '../columns/entry-columns.ts';
import type { StrangeNotes } from '../count-strange.ts';
import { EntryCells } from './entry-cells.ts';
import type { GatheredCells } from './gathered-cells.ts';
import type { Gatherer } from './groups-of-rows.ts';

/** Gathers the cells of rows from cached columns, as `RowGatherer` does from bytes. */
export class EntryGatherer implements Gatherer<Uint32Array> {
  rows = 0;
  readonly #strange: StrangeNotes = { replaced: 0, nul: 0 };
  readonly #cells: readonly EntryCells[];

  /** `most` is the maximum number of rows in a group. */
  constructor(columns: readonly EntryColumn[], most: number) {
    this.#cells = columns.map((column) => new EntryCells(column, most));
  }

  get bytes(): number {
    return this.#cells.reduce((sum, { texts }) => sum + (texts?.length ?? 0), 0);
  }

  /** Adds rows by their positions. */
  add(positions: Uint32Array): void {
    for (const cells of this.#cells) cells.add(positions, this.#strange);
    this.rows += positions.length;
  }

  cellsOf = (place: number): GatheredCells => {
    const cells = this.#cells[place];
    if (cells === undefined) throw new RangeError('A column of the file belongs to no column of the table.');
    return cells;
  };

  counted(): StrangeNotes {
    return { ...this.#strange };
  }

  clear(): void {
    for (const cells of this.#cells) cells.clear();
    this.rows = 0;
    Object.assign(this.#strange, { replaced: 0, nul: 0 });
  }
}
