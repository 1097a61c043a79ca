/** An export as it comes: pieces of text to write one after the other, inside one snapshot. */
export interface Chunks {
  /** Rows to come, for the progress. */
  readonly of: number;
  readonly columns: number;
  readonly texts: Iterable<{ readonly text: string; readonly rows: number }>;
  /** Cells and headings that were neutralised; final after the last text. */
  readonly guarded: () => number;
}
