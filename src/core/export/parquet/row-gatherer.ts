import { mark, type RowBytes, type RowBytesFetcher } from '../../query/fetch-row-bytes.ts';
import { countInBytes, type StrangeNotes } from '../count-strange.ts';
import { ByteCells } from './byte-cells.ts';
import type { GatheredCells } from './gathered-cells.ts';
import type { Gatherer } from './groups-of-rows.ts';
import { SharedCells } from './shared-cells.ts';
import { ValueCells } from './value-cells.ts';

const zero = 0x30;

/** Gathers the cells of rows that arrive as bytes, until there are enough for a row group. */
export class RowGatherer implements Gatherer<RowBytes> {
  rows = 0;
  readonly #strange: StrangeNotes = { replaced: 0, nul: 0 };
  readonly #shared: SharedCells | null;
  readonly #texts: ByteCells[] = [];
  readonly #numbers: { readonly at: number; readonly cells: ValueCells }[] = [];
  readonly #cellsOf: readonly (() => GatheredCells)[];

  /** `most` is the maximum number of rows in a group. */
  constructor({ places, combinations }: Pick<RowBytesFetcher, 'places' | 'combinations'>, most: number) {
    const shared = new SharedCells(combinations, most);
    this.#shared = combinations.size === 0 ? null : shared;
    this.#cellsOf = places.map((place) => {
      if (place.in === 'combination') return shared.column(place.at);
      if (place.in === 'numbers') {
        const cells = new ValueCells(most);
        this.#numbers.push({ at: place.at, cells });
        return () => cells;
      }
      const cells = new ByteCells(most);
      this.#texts.push(cells);
      return () => cells;
    });
  }

  get bytes(): number {
    return this.#texts.reduce((sum, { texts }) => sum + texts.length, 0);
  }

  /** Throws RangeError if the rows are not those requested. */
  add({ rowids, bytes, numbers }: RowBytes): void {
    const texts = this.#texts;
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let byte = bytes[at++] ?? mark.row; byte < mark.row; byte = bytes[at++] ?? mark.row) value = value * 10 + byte - zero;
      return value;
    };
    for (let row = 0; row < rowids.length; row++) {
      if (number() !== rowids[row]) throw new RangeError('The store returned other rows than the export requested.');
      const combination = number();
      this.#shared?.add(combination);
      for (const cells of texts) {
        if (bytes[at] === mark.none) {
          cells.addNone();
          at += 2;
        } else at = cells.add(bytes, at, mark.row) + 1;
      }
      for (const { at: place, cells } of this.#numbers) cells.add(numbers[row]?.[place] ?? null);
    }
    countInBytes(bytes, this.#strange);
    this.rows += rowids.length;
  }

  cellsOf = (place: number): GatheredCells => {
    const cells = this.#cellsOf[place];
    if (cells === undefined) throw new RangeError('A column of the file belongs to no column of the table.');
    return cells();
  };

  counted(): StrangeNotes {
    const counted = { ...this.#strange };
    this.#shared?.countStrange(counted);
    return counted;
  }

  clear(): void {
    for (const cells of this.#texts) cells.clear();
    for (const { cells } of this.#numbers) cells.clear();
    this.#shared?.clear();
    this.rows = 0;
    Object.assign(this.#strange, { replaced: 0, nul: 0 });
  }
}
