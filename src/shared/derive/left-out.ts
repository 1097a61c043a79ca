/** Maximum number of values in a table filter. */
export const mostInFilter = 10_000;

/** Records that a view leaves out: their number, and the keys to open them. */
export interface LeftOutRecords {
  readonly count: number;
  /** Empty if there are more than a filter accepts. */
  readonly keys: readonly string[];
}

export const noRecords: LeftOutRecords = { count: 0, keys: [] };

export function leftOutRecords(keys: readonly string[]): LeftOutRecords {
  return { count: keys.length, keys: keys.length > mostInFilter ? [] : keys };
}

/** Combines records left out by several views or for several reasons; the sets are disjoint. */
export function together(all: readonly LeftOutRecords[]): LeftOutRecords {
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return { count, keys: count > mostInFilter ? [] : all.flatMap(({ keys }) => keys) };
}
