import type { Texts } from './texts.ts';

/** The cells of one table column in one row group: an entry number for each row. Most columns have few entries. */
export interface GatheredCells {
  /** The entry of each row, `none` if it has no value; longer than the group if the group is not full. */
  readonly entryOf: Int32Array;
  /** Entry numbers are below this. */
  readonly entries: number;
  /** Returns the cell of an entry. */
  readonly cell: (entry: number) => string | number;
  /** The entries in UTF-8, if available and if each is used by some row. */
  readonly texts: Texts | null;
  /** Whether no two entries are equal. If nearly all rows differ, equal texts are no longer looked up. */
  readonly areDistinct: boolean;
}

export const none = -1;

/** If this share of the first rows of a group differ, lookups stop: a dictionary would not pay off. */
const givenUp = { rows: 4096, share: 0.9 } as const;

/**
 * Whether this applies; decided once per group, at one row. Every class that gathers texts calls it after each row, so that all of them
 * produce the same file.
 */
export function doNearlyAllDiffer(rows: number, entries: number): boolean {
  return rows === givenUp.rows && entries > givenUp.share * rows;
}
