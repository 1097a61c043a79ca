import type { Piece } from '../chunks.ts';
import type { Blocks } from '../csv/csv-blocks.ts';
import type { StrangeNotes } from '../count-strange.ts';
import type { GatheredCells } from './gathered-cells.ts';
import { bytesOfGroup } from './group-size.ts';
import type { ParquetColumn } from './parquet-columns.ts';
import { GroupWriter } from './row-group.ts';

const nothing = new Uint8Array();

/** Gathers the cells of rows, in whatever form they arrive, until there are enough for a row group. */
export interface Gatherer<R> {
  readonly rows: number;
  /** Bytes of the texts that it holds. */
  readonly bytes: number;
  add(rows: R): void;
  /** The gathered cells of a column, by its place among the requested columns; valid until `clear`. */
  cellsOf(place: number): GatheredCells;
  /** Counts of strange characters in all cells. */
  counted(): StrangeNotes;
  clear(): void;
}

/** Total number of rows, maximum rows per group, and rows read at once. */
export interface GroupSizes {
  readonly rows: number;
  readonly ofGroup: number;
  readonly atOnce: number;
}

/** Returns row groups, block by block; occasional empty pieces let other work run. `read` returns the rows between two places. */
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
