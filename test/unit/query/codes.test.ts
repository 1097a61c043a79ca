import { expect, test } from 'vitest';
import { narrowCodes } from '../../../src/core/query/columns-in-memory/codes.ts';

test.each([
  [255, 1],
  [256, 2],
  [65_535, 2],
  [65_536, 4],
])('the numbers of %i values stay the same in %i bytes each', (highest, bytes) => {
  const codes = narrowCodes(Uint32Array.of(0, 1, highest), highest);
  expect([...codes]).toEqual([0, 1, highest]);
  expect(codes.BYTES_PER_ELEMENT).toBe(bytes);
});
