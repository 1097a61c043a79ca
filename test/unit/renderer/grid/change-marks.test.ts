import { describe, expect, test } from 'vitest';
import type { Change, GridRow } from '../../../../src/shared/contract.ts';
import { changedColumns, markOf } from '../../../../src/renderer/record/grid/change-marks.ts';

const row = (added: number, changed: number): GridRow => ({ key: 'k', added, changed, cells: [] });

describe('marks after generation 3', () => {
  test.each([
    [1, 1, null],
    [3, 3, null],
    [1, 3, null],
    [4, 4, 'new'],
    [1, 4, 'changed'],
    [4, 5, 'new'],
  ] as const)('added in %i and changed in %i: %s', (added, changed, mark) => {
    expect(markOf(row(added, changed), 3)).toBe(mark);
  });
});

test('a record changed twice lists the columns of both changes', () => {
  const change = (key: string, kind: Change['kind'], ...columns: string[]): Change => ({
    dataset: 'labs',
    key,
    subject: null,
    kind,
    generation: 4,
    at: '',
    fields: columns.map((column) => ({ column, before: null, after: null })),
  });
  const known = changedColumns([change('a', 'changed', 'result'), change('a', 'changed', 'unit'), change('b', 'new')]);
  expect(known).toEqual(new Map([['a', new Set(['result', 'unit'])]]));
});
