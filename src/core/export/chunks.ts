import type { ExportNotes } from '../../shared/calls/export.ts';

/** A piece of an export: the bytes to write next (valid until the next piece is asked for), and the rows in it. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** An export as it comes: pieces to write one after the other, inside one snapshot. */
export interface Chunks {
  /** Rows to come, for the progress. */
  readonly of: number;
  /** Of its widest dataset. */
  readonly columns: number;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
}

/** What is counted while an export is written; final after its last piece. */
export type CountedNotes = { -readonly [K in keyof ExportNotes]: ExportNotes[K] };

export function noNotes(): CountedNotes {
  return { guarded: 0, cut: 0, stripped: 0, numbersAsText: 0, numbersMissing: 0, withheld: 0, undated: 0 };
}
