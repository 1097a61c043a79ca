/** The value number of each cell, in one, two or four bytes, depending on the highest number. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Returns the same numbers in as few bytes as the highest of them needs. */
export function narrowCodes(codes: Uint32Array, highest: number): Codes {
  if (highest < 0x100) return new Uint8Array(codes);
  return highest < 0x1_0000 ? new Uint16Array(codes) : codes;
}

/** Counts the rows by cell. `length`: more than the highest cell. */
export function countCells(cells: Codes, length: number): Uint32Array {
  const counts = new Uint32Array(length);
  for (let at = 0; at < cells.length; at++) counts[cells[at] ?? 0] = (counts[cells[at] ?? 0] ?? 0) + 1;
  return counts;
}
