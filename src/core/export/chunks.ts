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
  /** Of a workbook: SHA-256 (hex) of each dataset's table, once it is written. */
  readonly rowDigests?: () => readonly string[];
}
