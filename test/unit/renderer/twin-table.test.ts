import { expect, test } from 'vitest';
import { drawnRows } from '../../../src/renderer/record/figures/twin-table.tsx';

test('a table draws the rows in view and some beyond, of a table that became shorter the last ones', () => {
  const height = 280;
  expect(drawnRows({ top: 0, height }, 1000)).toEqual([0, 20]);
  expect(drawnRows({ top: 14_000, height }, 1000)).toEqual([490, 520]);
  expect(drawnRows({ top: 27_720, height }, 1000)).toEqual([980, 1000]);
  expect(drawnRows({ top: 27_720, height }, 50)).toEqual([30, 50]);
  expect(drawnRows({ top: 27_720, height }, 3)).toEqual([0, 3]);
  expect(drawnRows({ top: 0, height }, 0)).toEqual([0, 0]);
});
