/** A piece of an export: the bytes to write next (valid until the next piece is requested) and the number of rows in them. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** An export as a stream: pieces to write in order, inside one snapshot. */
export interface Chunks {
  /** Total number of rows, for the progress display. */
  readonly of: number;
  /** Number of columns of the widest dataset. */
  readonly columns: number;
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  /** For a workbook: the SHA-256 (hex) of each dataset's table, once it is written. */
  readonly rowDigests?: () => readonly string[];
}
