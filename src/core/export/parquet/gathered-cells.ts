import type { Texts } from './texts.ts';

/** The cells of one column of a table in one row group: of each row the number of an entry, of which most columns have few. */
export interface GatheredCells {
  /** Of each row its entry, `none` where it has no value; longer than the group where that is not full. */
  readonly entryOf: Int32Array;
  /** Numbers of entries are below this. */
  readonly entries: number;
  /** The cell that an entry is. */
  readonly cell: (entry: number) => string | number;
  /** The entries as UTF-8, where that is at hand and each is some row's. */
  readonly texts: Texts | null;
  /** Whether no two entries are alike: where nearly all rows differ, nobody looks for it. */
  readonly areDistinct: boolean;
}

export const none = -1;

/** Rows of a group after which it is judged, once, whether texts are looked up at all. */
export const judgedAt = 4096;
const givenUp = 0.9;

/** Whether so many of the first rows of a group differ that their dictionary would not be worth it; whatever gathers texts asks at that row, so that all make the same file. */
export function doNearlyAllDiffer(rows: number, entries: number): boolean {
  return rows === judgedAt && entries > givenUp * rows;
}
