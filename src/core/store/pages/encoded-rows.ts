import type { ExtractedRow } from '../../extract/extractor.ts';
import type { SqlValue } from '../../extract/sql-columns.ts';
import { Combinations } from './combinations.ts';
import type { Layout } from '../database/layout.ts';

/** A record's cells as stored: its own, and the combination that it shares with others. */
export interface StorableRow {
  readonly key: string;
  readonly own: readonly SqlValue[];
  /** Records with the identical array have the same combination and need no comparison. */
  readonly shared: readonly SqlValue[];
  readonly undescribed: string | null;
  readonly hash: Uint8Array;
}

/**
 * Rows in a few flat arrays, to be sent to another thread. A combination of shared cells is sent once, an own cell only if it differs from
 * the previous row.
 */
export interface EncodedRows {
  readonly width: number;
  readonly keys: readonly string[];
  /** One byte per own cell, row by row: 1 if the cell's value is the next one of `values`. */
  readonly differs: Uint8Array;
  readonly values: readonly SqlValue[];
  readonly combinations: readonly (readonly SqlValue[])[];
  /** Per row, an index into `combinations`. */
  readonly combination: Uint32Array;
  readonly undescribed: readonly (string | null)[];
  /** 16 bytes per row. */
  readonly hashes: Uint8Array;
}

const HASH_BYTES = 16;

export function encodeRows({ own, shared }: Layout, rows: readonly ExtractedRow[]): EncodedRows {
  const width = own.places.length;
  const differs = new Uint8Array(rows.length * width);
  const hashes = new Uint8Array(rows.length * HASH_BYTES);
  const values: SqlValue[] = [];
  const combinations: (readonly SqlValue[])[] = [];
  const combination = new Uint32Array(rows.length);
  const known = new Combinations<number>(shared.places);
  let before: readonly SqlValue[] = [];
  for (const [index, { cells, hash }] of rows.entries()) {
    hashes.set(hash, index * HASH_BYTES);
    combination[index] = known.get(cells, () => combinations.push(cellsAt(cells, shared.places)) - 1);
    for (let at = 0; at < width; at++) {
      const place = own.places[at] ?? -1;
      const value = cells[place] ?? null;
      if (value === (before[place] ?? null)) continue;
      differs[index * width + at] = 1;
      values.push(value);
    }
    before = cells;
  }
  return {
    width,
    keys: rows.map((row) => row.key),
    differs,
    values,
    combinations,
    combination,
    undescribed: rows.map((row) => row.undescribed),
    hashes,
  };
}

/** Yields the rows in the order in which they were encoded. */
export function* decodeRows({
  width,
  keys,
  differs,
  values,
  combinations,
  combination,
  undescribed,
  hashes,
}: EncodedRows): Generator<StorableRow> {
  let own = new Array<SqlValue>(width).fill(null);
  let next = 0;
  for (const [index, key] of keys.entries()) {
    own = own.slice();
    for (let place = 0; place < width; place++) if (differs[index * width + place] === 1) own[place] = values[next++] ?? null;
    const hash = Buffer.from(hashes.buffer, hashes.byteOffset + index * HASH_BYTES, HASH_BYTES);
    yield { key, own, shared: combinations[combination[index] ?? -1] ?? [], undescribed: undescribed[index] ?? null, hash };
  }
}

/** Converts a single row that is not sent to another thread. */
export function storableRow({ own, shared }: Layout, { key, cells, undescribed, hash }: ExtractedRow): StorableRow {
  return { key, own: cellsAt(cells, own.places), shared: cellsAt(cells, shared.places), undescribed, hash };
}

function cellsAt(cells: readonly SqlValue[], places: readonly number[]): readonly SqlValue[] {
  return places.map((place) => cells[place] ?? null);
}
