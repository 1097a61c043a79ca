/** Values of a row group: engines skip groups by their statistics, and a thread holds no more than one. */
const valuesOfGroup = 1_200_000;
const rowsOfGroup = { least: 5_000, most: 100_000 } as const;
/** Bytes of texts after which a group ends, however few rows it has. */
export const bytesOfGroup = 64 * 1024 * 1024;

/** How many rows to put into a row group of so many columns. */
export function rowsPerGroup(columns: number): number {
  return Math.min(rowsOfGroup.most, Math.max(rowsOfGroup.least, Math.floor(valuesOfGroup / columns)));
}

/** The same where two threads make them: groups of one size, and as many for each. */
export function evenRowsPerGroup(rows: number, columns: number): number {
  return Math.ceil(rows / (2 * Math.ceil(rows / rowsPerGroup(columns) / 2)));
}
