import { expect, test } from 'vitest';
import { shortLabels } from '../../../src/shared/derive/visit-labels.ts';

const labels = (longest: number, ...visits: readonly string[]): readonly string[] => [...shortLabels(visits, longest).values()];

test.each([
  ['BASELINE', 8, 'BASELINE'],
  ['BASELINE', 7, 'BL'],
  ['SCREENING 1', 10, 'SCR 1'],
  ['Cycle 1, Day 15', 6, 'C1D15'],
  ['End of treatment', 15, 'EOT'],
  ['Week 12', 6, 'W12'],
  ['AMBUL ECG PLACEMENT', 16, 'AMBUL…PLACEMENT'],
  ['AMBUL ECG PLACEMENT', 12, 'AM…PLACEMENT'],
  ['AMBUL ECG PLACEMENT', 11, 'AMBUL…EMENT'],
  ['AMBUL ECG PLACEMENT', 8, 'AMBU…ENT'],
])('%s in %i characters is %s', (visit, longest, label) => {
  expect(labels(longest, visit)).toEqual([label]);
});

test('usual words are not looked for in names of more than two hundred characters', () => {
  const named = (length: number): string => 'Week 1'.padEnd(length - 2, ' x') + ' 7';
  expect(labels(10, named(200))[0]).toMatch(/^W1 x/);
  expect(labels(10, named(201))[0]).toMatch(/^Week 1/);
});

test.each([
  [11, ['A…one omega', 'A…two omega']],
  [10, ['…one omega', '…two omega']],
  [9, ['…on…omega', '…tw…omega']],
])('labels that would be equal in %i characters keep what distinguishes them', (longest, distinct) => {
  expect(labels(longest, 'Alpha one omega', 'Alpha two omega')).toEqual(distinct);
});

test('labels that are still equal are numbered', () => {
  expect(labels(4, 'A one', 'A  one', 'A   one')).toEqual(['…one', '…o~2', '…o~3']);
});
