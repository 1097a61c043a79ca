import { describe, expect, test } from 'vitest';
import { indexOfLast, rowsBetween, type Toggled } from '../../../../src/renderer/record/grid/use-tick.ts';

const selection: Toggled['selection'] = { dataset: 'labs', where: [], search: '', subjects: null, chosen: null };
const sort: Toggled['sort'] = [{ column: 'subject', descending: false }];
const last: Toggled = { selection, sort, generation: 3, index: 7 };

describe('a range of rows', () => {
  test.each([
    [2, 5, { offset: 2, limit: 4 }],
    [5, 2, { offset: 2, limit: 4 }],
    [4, 4, { offset: 4, limit: 1 }],
    [0, 999, { offset: 0, limit: 1000 }],
  ])('reaches from row %i to row %i', (from, to, between) => {
    expect(rowsBetween(from, to)).toEqual(between);
  });

  test('that is too long is refused, not cut short', () => {
    expect(rowsBetween(0, 1000)).toBeNull();
    expect(rowsBetween(5000, 10)).toBeNull();
  });

  test('begins at the row toggled last, which may be elsewhere under another filter or order, and after a sync', () => {
    expect(indexOfLast(last, { selection, sort, generation: 3 })).toBe(7);
    expect(indexOfLast(last, { selection, sort, generation: 4 })).toBeNull();
    expect(indexOfLast(last, { selection, sort: [{ column: 'subject', descending: true }], generation: 3 })).toBeNull();
    expect(indexOfLast(last, { selection: { ...selection, search: 'ALT' }, sort, generation: 3 })).toBeNull();
    expect(indexOfLast(null, { selection, sort, generation: 3 })).toBeNull();
  });
});
