import type { Piece } from '../chunks.ts';
import { leadingCells, type ExportTable } from '../export-table.ts';
import type { Compression } from './compression.ts';
import { bytesOfGroup } from './group-size.ts';
import type { ParquetColumn } from './parquet-columns.ts';
import { GroupWriter } from './row-group.ts';
import { ValueCells } from './value-cells.ts';

/** Yields the row groups of any table from its cells; an empty piece after each page lets other work run. */
export function* groupsOfPages(
  { columns: ofTable, pages }: ExportTable,
  columns: readonly ParquetColumn[],
  most: number,
  by?: Compression,
): Generator<Piece> {
  const gathered = ofTable.map(() => new ValueCells(most));
  const writer = new GroupWriter(columns, most, by);
  let rows = 0;
  const group = function* (): Generator<Piece> {
    yield* writer.pieces((place) => cellsAt(gathered, place), rows, { replaced: 0, nul: 0 });
    for (const cells of gathered) cells.clear();
    rows = 0;
  };
  for (const page of pages()) {
    for (const row of page) {
      for (const [at, cells] of gathered.entries()) cells.add(row[at + leadingCells] ?? null);
      if (++rows === most || (rows % 64 === 0 && lengthOf(gathered) > bytesOfGroup)) yield* group();
    }
    yield { bytes: nothing, rows: 0 };
  }
  if (rows > 0) yield* group();
}

const nothing = new Uint8Array();

function cellsAt(gathered: readonly ValueCells[], place: number): ValueCells {
  const cells = gathered[place];
  if (cells === undefined) throw new RangeError('A column of the file belongs to no column of the table.');
  return cells;
}

function lengthOf(gathered: readonly ValueCells[]): number {
  return gathered.reduce((sum, { length }) => sum + length, 0);
}
