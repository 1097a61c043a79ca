import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqlCell } from '../../../src/core/query/columns.ts';
import { cellFetcher } from '../../../src/core/query/fetch-cells.ts';
import { rowFetcher } from '../../../src/core/query/fetch-rows.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { makeStudy, type StudyFixture } from './study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const columns = datasets.labs.columns;
const own = columns.filter(({ shared }: { readonly shared?: boolean }) => shared !== true);

function addLabs(count: number, unitOf: (n: number) => string | null): void {
  fixture.add(
    'labs',
    Array.from({ length: count }, (_, n) => ({
      record_id: String(n),
      subject: `00${String(n % 7)}`,
      unit: unitOf(n),
      result_number: n % 3 === 0 ? '5.10' : n,
      reference_range: n % 2 === 0 ? '1-2' : null,
    })),
  );
}

describe('cells are the same as from one query per row', () => {
  test.each([
    ['in order', [1, 2, 3, 4, 5]],
    ['backwards', [5, 4, 3]],
    ['in any order', [9, 2, 7]],
    ['with one that does not exist', [2, 3, 99, 4]],
    ['one', [4]],
    ['none', []],
  ])('for rows %s', (_, rowids) => {
    addLabs(10, (n) => (n === 4 ? null : `u${String(n % 3)}`));
    for (const asked of [columns, own, [columns[0]].filter((column) => column !== undefined)]) {
      const expected = rowFetcher(fixture.study, datasets.labs, asked.map(sqlCell))(rowids);
      expect(cellFetcher(fixture.study, datasets.labs, asked)(rowids)).toEqual(expected);
    }
  });

  test('with more combinations of shared cells than are held in memory', () => {
    addLabs(20_010, (n) => String(n));
    const rowids = [1, 2, 3, 20_010, 20_005];
    const expected = rowFetcher(fixture.study, datasets.labs, columns.map(sqlCell))(rowids);
    expect(cellFetcher(fixture.study, datasets.labs, columns)(rowids)).toEqual(expected);
  });
});
