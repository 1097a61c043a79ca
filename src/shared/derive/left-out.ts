/** Values that a filter of a table takes. */
export const mostInFilter = 10_000;

/** Records that a view leaves out: how many, and the keys that open them. */
export interface LeftOutRecords {
  readonly count: number;
  /** None where there are more than a filter takes. */
  readonly keys: readonly string[];
}

export const noRecords: LeftOutRecords = { count: 0, keys: [] };

export function leftOutRecords(keys: readonly string[]): LeftOutRecords {
  return { count: keys.length, keys: keys.length > mostInFilter ? [] : keys };
}

/** Of several views, or left out for several reasons; no record is in two of them. */
export function together(all: readonly LeftOutRecords[]): LeftOutRecords {
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return { count, keys: count > mostInFilter ? [] : all.flatMap(({ keys }) => keys) };
}
