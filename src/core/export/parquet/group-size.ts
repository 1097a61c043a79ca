/** Values per row group: engines skip groups by their statistics, and a thread holds only one group at a time. */
const valuesOfGroup = 1_200_000;
const rowsOfGroup = { least: 5_000, most: 100_000 } as const;
/** Bytes of texts after which a group ends, however few rows it has. */
export const bytesOfGroup = 64 * 1024 * 1024;

/** Returns the number of rows per row group for this number of columns. */
export function rowsPerGroup(columns: number): number {
  return Math.min(rowsOfGroup.most, Math.max(rowsOfGroup.least, Math.floor(valuesOfGroup / columns)));
}

/** The same if two threads make the groups: groups of equal size, with the same number for each thread. */
export function evenRowsPerGroup(rows: number, columns: number): number {
  return Math.ceil(rows / (2 * Math.ceil(rows / rowsPerGroup(columns) / 2)));
}
