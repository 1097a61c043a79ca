/** The promise for a figure: the limit that must be kept, and the final goal. */
export interface Promised {
  readonly least: number;
  readonly goal: number;
}

function upTo(least: number, goal = least): Promised {
  return { least, goal };
}

/** All promises; the unit is that of the figure. */
export const promises = {
  firstSync: upTo(2.6, 1.7),
  confirmedSync: upTo(1.3),
  /** Per round of reading. */
  firstSyncFarAway: upTo(0.26),
  unchangedSync: upTo(1.5, 1.15),
  /** Time per lab: with the most labs ÷ with the fewest. */
  growth: upTo(1.25, 1.15),
  writerMemory: upTo(350, 250),
  readsBesideSync: upTo(50),
  /** The questions named in the promise; others may take longer at first. */
  namedQuestion: upTo(50),
  otherQuestion: upTo(120, 50),
  firstTouch: upTo(500, 250),
  columnsInMemory: upTo(300),
  csv: upTo(0.75),
  csvMemory: upTo(300),
  csvExcel: upTo(1.2),
  protectedCsv: upTo(1.2),
  /** Milliseconds for a million labs. */
  csvByAnyColumn: upTo(4000),
  parquet: upTo(1),
  parquetSize: upTo(0.1),
  parquetMemory: upTo(300),
  workbook: upTo(0.5, 0.35),
  workbookMemory: upTo(300, 250),
  view: upTo(300),
  frame: upTo(50),
  eventLoop: upTo(20),
  /** Share of the time of a first sync. */
  prepared: upTo(0.2),
  start: upTo(2.5, 1.5),
  unlock: upTo(500),
} as const satisfies Readonly<Record<string, Promised>>;
