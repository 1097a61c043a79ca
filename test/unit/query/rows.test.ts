import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countRows } from '../../../src/core/query/count.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { queryRows } from '../../../src/core/query/rows.ts';
import { columnSummary } from '../../../src/core/query/summary.ts';
import { columnValues } from '../../../src/core/query/values.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Query, Selection } from '../../../src/shared/query.ts';
import { everything, makeStudy, type StudyFixture } from './study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const columns = datasets.labs.columns;

function page(query: Partial<Query>, cache = createLruCache<Float64Array>(2)) {
  return queryRows(fixture.study, { selection: everything('labs'), sort: [], offset: 0, limit: 100, ...query }, cache);
}

function keys(query: Partial<Query>, cache = createLruCache<Float64Array>(2)): string[] {
  return page(query, cache).rows.map((row) => row.key);
}

describe('a page of rows', () => {
  test('holds the key, the generations and every cell in the order of the declaration', () => {
    fixture.add('labs', [{ record_id: 'r1', subject: '0012', result_number: '5.10', collected: '2025-09-03T10:00:00' }], 3);
    const { generation, rows } = page({});
    expect(generation).toBe(3);
    expect(rows).toEqual([
      {
        key: 'r1',
        added: 3,
        changed: 3,
        cells: columns.map(
          ({ name }) => ({ record_id: 'r1', subject: '0012', result_number: '5.10', collected: '2025-09-03T10:00:00' })[name] ?? null,
        ),
      },
    ]);
  });

  test('returns numbers as numbers and lists as lists', () => {
    fixture.add('responses', [{ record_id: 'a', current_value: 24, lesions: ['T1', 'T2'] }]);
    const { rows } = queryRows(fixture.study, { selection: everything('responses'), sort: [], offset: 0, limit: 1 }, createLruCache(1));
    const cell = (name: string) => rows[0]?.cells[datasets.responses.columns.findIndex((column) => column.name === name)];
    expect(cell('current_value')).toBe(24);
    expect(cell('lesions')).toEqual(['T1', 'T2']);
  });

  test('is in the default order if no sort is given', () => {
    fixture.add('labs', [
      { record_id: 'c', subject: '2', collected: '2025-01-01T00:00:00' },
      { record_id: 'b', subject: '1', collected: '2025-01-02T00:00:00' },
      { record_id: 'a', subject: '1', collected: '2025-01-01T00:00:00' },
    ]);
    expect(keys({})).toEqual(['a', 'b', 'c']);
  });

  test('has the same order for deep pages as for the first ones, whatever is cached', () => {
    fixture.add(
      'labs',
      Array.from({ length: 3000 }, (_, index) => ({
        record_id: `r${String(index)}`,
        subject: String((index * 7) % 100),
        result_number: (index * 13) % 50,
      })),
    );
    const sort = [
      { column: 'result_number', descending: true },
      { column: 'subject', descending: false },
    ];
    const cache = createLruCache<Float64Array>(2);
    const all = [0, 1000, 2000].flatMap((offset) => keys({ sort, offset, limit: 1000 }, cache));
    const small = Array.from({ length: 30 }, (_, index) => keys({ sort, offset: index * 100 })).flat();
    expect(new Set(all).size).toBe(3000);
    expect(small).toEqual(all);
    expect(keys({ sort, offset: 2990, limit: 100 }, cache)).toEqual(all.slice(2990));
    expect(keys({ sort, offset: 5000 }, cache)).toEqual([]);
  });

  test('deep in a list is cut from an order that the next pages do not sort again', () => {
    fixture.add(
      'labs',
      Array.from({ length: 1500 }, (_, index) => ({ record_id: `r${String(index)}`, subject: '5' })),
    );
    const cache = createLruCache<Float64Array>(2);
    const prepared = vi.spyOn(fixture.study.db, 'prepare');
    const sorts = () => prepared.mock.calls.filter(([sql]) => sql.includes('ORDER BY')).length;
    expect(keys({ offset: 1200 }, cache)).toHaveLength(100);
    expect(sorts()).toBe(1);
    for (const offset of [1300, 1100, 0]) expect(keys({ offset }, cache)).toHaveLength(100);
    expect(sorts()).toBe(1);
  });

  test('is never answered from the cache of an earlier generation', () => {
    fixture.add(
      'labs',
      Array.from({ length: 1500 }, (_, index) => ({ record_id: `r${String(index)}`, subject: '5' })),
    );
    const cache = createLruCache<Float64Array>(2);
    expect(keys({ offset: 1400 }, cache)).toHaveLength(100);
    fixture.add('labs', [{ record_id: 'first', subject: '1' }], 2);
    expect(keys({ offset: 1500 }, cache)).toEqual(['r1499']);
  });

  test('by an unknown column is rejected with USAGE', () => {
    expect(() => page({ sort: [{ column: 'rowid', descending: false }] })).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});

describe('counts', () => {
  test('give selected rows, all rows and subjects of the current generation', () => {
    fixture.add('labs', [
      { record_id: 'a', subject: '1', visit: 'C1' },
      { record_id: 'b', subject: '1', visit: 'C2' },
      { record_id: 'c', subject: '2', visit: 'C1' },
      { record_id: 'd', visit: 'C1' },
    ]);
    const cache = createLruCache<ReturnType<typeof countRows>>(4);
    const selection: Selection = { ...everything('labs'), where: [{ column: 'visit', op: '=', values: ['C1'] }] };
    const first = countRows(fixture.study, selection, cache);
    expect(first).toEqual({ rows: 3, of: 4, subjects: 2 });
    expect(countRows(fixture.study, selection, cache), 'not counted again').toBe(first);
    fixture.add('labs', [{ record_id: 'e', subject: '3', visit: 'C1' }], 2);
    expect(countRows(fixture.study, selection, cache)).toEqual({ rows: 4, of: 5, subjects: 3 });
  });
});

describe('value lists', () => {
  beforeEach(() => {
    fixture.add('labs', [
      { record_id: 'a', visit: 'C1', test: 'ALT', service_code: '', result_number: '5.10' },
      { record_id: 'b', visit: 'C1', test: 'AST', result_number: 5.1 },
      { record_id: 'c', visit: 'C2', test: 'ALT', service_code: 'x' },
      { record_id: 'd', visit: 'C1', test: 'ALT' },
    ]);
  });
  const ask = (column: string, more: Partial<Parameters<typeof columnValues>[1]> = {}) =>
    columnValues(fixture.study, { selection: everything('labs'), column, search: '', limit: 10, ...more });

  test('start with the most frequent value', () => {
    expect(ask('visit')).toEqual({
      distinct: 2,
      values: [
        { value: 'C1', count: 3 },
        { value: 'C2', count: 1 },
      ],
    });
  });

  test('join missing values and empty texts in one line that is not counted as distinct', () => {
    expect(ask('service_code')).toEqual({
      distinct: 1,
      values: [
        { value: null, count: 3 },
        { value: 'x', count: 1 },
      ],
    });
  });

  test('count numbers by value, not by their digits as sent', () => {
    expect(ask('result_number')).toEqual({
      distinct: 1,
      values: [
        { value: null, count: 2 },
        { value: '5.1', count: 2 },
      ],
    });
  });

  test("are narrowed by conditions on other columns, not by the column's own", () => {
    const where: Selection['where'] = [
      { column: 'visit', op: '=', values: ['C2'] },
      { column: 'test', op: '=', values: ['ALT'] },
    ];
    expect(ask('visit', { selection: { ...everything('labs'), where } })).toEqual({
      distinct: 2,
      values: [
        { value: 'C1', count: 2 },
        { value: 'C2', count: 1 },
      ],
    });
  });

  test('give the number of distinct values found by a search, even if the list is cut', () => {
    expect(ask('test', { search: 'a', limit: 1 })).toEqual({ distinct: 2, values: [{ value: 'ALT', count: 3 }] });
    expect(ask('test', { search: 'ST' }).values).toEqual([{ value: 'AST', count: 1 }]);
  });

  test('offer only values that can be filtered on, each with its count', () => {
    for (const column of ['visit', 'test', 'service_code', 'result_number', 'range_flag']) {
      for (const { value, count } of ask(column).values) {
        const selection: Selection = { ...everything('labs'), where: [{ column, op: 'in', values: [value ?? ''] }] };
        expect(countRows(fixture.study, selection, createLruCache(1)).rows).toBe(count);
      }
    }
  });

  test('count the items of a list column one by one', () => {
    fixture.add('responses', [{ record_id: 'a', lesions: ['T1', 'T2'] }, { record_id: 'b', lesions: ['T1'] }, { record_id: 'c' }]);
    const selection = everything('responses');
    expect(ask('lesions', { selection }).values).toEqual([
      { value: 'T1', count: 2 },
      { value: null, count: 1 },
      { value: 'T2', count: 1 },
    ]);
  });
});

describe('column summaries', () => {
  test('give the range of a number and twenty bins', () => {
    fixture.add('labs', [
      ...Array.from({ length: 101 }, (_, index) => ({ record_id: `r${String(index)}`, result_number: index })),
      { record_id: 'none' },
    ]);
    const summary = columnSummary(fixture.study, everything('labs'), 'result_number');
    expect(summary).toMatchObject({ present: 101, missing: 1, distinct: 101, min: 0, max: 100 });
    expect(summary.bins).toEqual([...Array.from({ length: 19 }, () => 5), 6]);
  });

  test('give one bin for a single value and none without values', () => {
    fixture.add('labs', [
      { record_id: 'a', result_number: 7 },
      { record_id: 'b', result_number: 7 },
    ]);
    expect(columnSummary(fixture.study, everything('labs'), 'result_number').bins).toEqual([2]);
    expect(columnSummary(fixture.study, everything('labs'), 'result_bound')).toEqual({
      present: 0,
      missing: 2,
      distinct: 0,
      min: null,
      max: null,
      bins: [],
    });
  });

  test('give the earliest and latest date by time, as sent', () => {
    fixture.add('labs', [
      { record_id: 'a', specimen_time: '2025-01-02T01:00:00+05:00' },
      { record_id: 'b', specimen_time: '2025-01-01T23:00:00+00:00' },
      { record_id: 'c', specimen_time: 'soon' },
    ]);
    expect(columnSummary(fixture.study, everything('labs'), 'specimen_time')).toEqual({
      present: 3,
      missing: 0,
      distinct: 3,
      min: '2025-01-02T01:00:00+05:00',
      max: '2025-01-01T23:00:00+00:00',
      bins: [],
    });
  });

  test('cover only the selected rows', () => {
    fixture.add('labs', [
      { record_id: 'a', visit: 'C1', unit: 'g' },
      { record_id: 'b', visit: 'C2', unit: 'mg' },
      { record_id: 'c', visit: 'C1', unit: '' },
    ]);
    const selection: Selection = { ...everything('labs'), where: [{ column: 'visit', op: '=', values: ['C1'] }] };
    expect(columnSummary(fixture.study, selection, 'unit')).toEqual({ present: 1, missing: 1, distinct: 1, min: 'g', max: 'g', bins: [] });
  });
});
