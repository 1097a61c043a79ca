import type { Piece } from '../chunks.ts';
import type { Blocks } from '../csv-blocks.ts';
import type { StrangeNotes } from '../count-strange.ts';
import type { GatheredCells } from './gathered-cells.ts';
import { bytesOfGroup } from './group-size.ts';
import type { ParquetColumn } from './parquet-columns.ts';
import { GroupWriter } from './row-group.ts';

const nothing = new Uint8Array();

/** Gathers the cells of rows, in whatever form they come, until they are enough for a row group. */
export interface Gatherer<R> {
  readonly rows: number;
  /** Bytes of the texts that it holds. */
  readonly bytes: number;
  add(rows: R): void;
  /** The cells of a column that were gathered, by its place among those asked for; they are valid until `clear`. */
  cellsOf(place: number): GatheredCells;
  /** What was counted in all of the cells. */
  counted(): StrangeNotes;
  clear(): void;
}

/** How many rows there are, how many are in a group at most, and how many are read at once. */
export interface GroupSizes {
  readonly rows: number;
  readonly ofGroup: number;
  readonly atOnce: number;
}

/** Row groups, block by block; an empty piece now and then gives others their turn. `read` gives rows from one place to another. */
export function groupsOfRows<R>(
  columns: readonly ParquetColumn[],
  { rows, ofGroup, atOnce }: GroupSizes,
  gathererOf: (most: number) => Gatherer<R>,
  read: (from: number, to: number) => Iterable<R>,
): Blocks<Piece> {
  const most = Math.min(ofGroup, rows);
  const gathered = gathererOf(most);
  const writer = new GroupWriter(columns, most);
  const group = function* (): Generator<Piece> {
    yield* writer.pieces((place) => gathered.cellsOf(place), gathered.rows, gathered.counted());
    gathered.clear();
  };
  return {
    count: Math.ceil(rows / ofGroup),
    *lines(block) {
      const end = Math.min((block + 1) * ofGroup, rows);
      for (let first = block * ofGroup; first < end; first += atOnce) {
        for (const part of read(first, Math.min(first + atOnce, end))) {
          gathered.add(part);
          if (gathered.bytes > bytesOfGroup) yield* group();
        }
        yield { bytes: nothing, rows: 0 };
      }
      if (gathered.rows > 0) yield* group();
    },
  };
}
