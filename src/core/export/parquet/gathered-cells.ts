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

/** Where so many of the first rows of a group differ, no more is looked up: their dictionary would not be worth it. */
const givenUp = { rows: 4096, share: 0.9 } as const;

/** Whether that is so; judged once in a group, at one row. Whatever gathers texts asks after each row, so that all make the same file. */
export function doNearlyAllDiffer(rows: number, entries: number): boolean {
  return rows === givenUp.rows && entries > givenUp.share * rows;
}
