import type { ExtractedRow } from '../extract/extractor.ts';
import type { SqlValue } from '../extract/sql-columns.ts';

/**
 * Rows in a few flat arrays, to be sent from one thread to another: neighbouring records share most of their values, so
 * a cell is sent only where it differs from that of the row before.
 */
export interface PackedRows {
  readonly width: number;
  readonly keys: readonly string[];
  /** A byte a cell, row by row: 1 where the cell's value is the next one of `values`. */
  readonly differs: Uint8Array;
  readonly values: readonly SqlValue[];
  readonly undescribed: readonly (string | null)[];
  /** 16 bytes a row. */
  readonly hashes: Uint8Array;
}

const HASH_BYTES = 16;

export function packRows(rows: readonly ExtractedRow[]): PackedRows {
  const width = rows[0]?.cells.length ?? 0;
  const differs = new Uint8Array(rows.length * width);
  const hashes = new Uint8Array(rows.length * HASH_BYTES);
  const values: SqlValue[] = [];
  let before: readonly SqlValue[] = new Array<SqlValue>(width).fill(null);
  for (const [index, { cells, hash }] of rows.entries()) {
    hashes.set(hash, index * HASH_BYTES);
    for (let place = 0; place < width; place++) {
      const value = cells[place] ?? null;
      if (value === before[place]) continue;
      differs[index * width + place] = 1;
      values.push(value);
    }
    before = cells;
  }
  return { width, keys: rows.map((row) => row.key), differs, values, undescribed: rows.map((row) => row.undescribed), hashes };
}

/** The rows one after the other, exactly as they were packed. */
export function* unpackRows({ width, keys, differs, values, undescribed, hashes }: PackedRows): Generator<ExtractedRow> {
  let cells = new Array<SqlValue>(width).fill(null);
  let next = 0;
  for (const [index, key] of keys.entries()) {
    cells = cells.slice();
    for (let place = 0; place < width; place++) if (differs[index * width + place] === 1) cells[place] = values[next++] ?? null;
    const hash = Buffer.from(hashes.buffer, hashes.byteOffset + index * HASH_BYTES, HASH_BYTES);
    yield { key, cells, undescribed: undescribed[index] ?? null, hash };
  }
}
