import { describe, expect, test } from 'vitest';
import { withEverybody } from '../../../src/renderer/tasks/export/use-whose.ts';
import type { GridSource } from '../../../src/renderer/record/export/export-source.ts';
import type { Call } from '../../../src/shared/rpc.ts';

const grid: GridSource = {
  dataset: 'labs',
  selection: { dataset: 'labs', where: [{ column: 'test', op: 'in', values: ['ALT'] }], search: 'x', subjects: ['0012'], chosen: null },
  chosen: { mode: 'except', keys: ['k'] },
  sort: [],
  shown: ['test', 'subject'],
  counts: { selected: 4, filtered: 5, all: 9 },
  filters: ['Test is ALT'],
};

/** Gives these answers in order, and records the calls. */
function answering(answers: readonly unknown[]): { readonly data: { readonly call: Call }; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const call = ((name: string, input: unknown) => Promise.resolve(answers[asked.push([name, input]) - 1])) as Call;
  return { data: { call }, asked };
}

describe('an export of all subjects despite the subject filter', () => {
  test('counts rows and ticked rows again without the filter', async () => {
    const { data, asked } = answering([
      { rows: 50, of: 90, subjects: 20 },
      { rows: 49, of: 90, subjects: 20 },
    ]);
    const all = await withEverybody(data, { study: '22-001', subjects: ['0012'], grid });
    expect(all.subjects).toBeNull();
    expect(all.grid).toEqual({
      ...grid,
      selection: { ...grid.selection, subjects: null },
      counts: { selected: 49, filtered: 50, all: 90 },
    });
    expect(asked).toEqual([
      ['rows.count', { study: '22-001', selection: { ...grid.selection, subjects: null } }],
      ['rows.count', { study: '22-001', selection: { ...grid.selection, subjects: null, chosen: grid.chosen } }],
    ]);
  });

  test('uses the columns of all subjects in the table by visit', async () => {
    const test = { test: 'ALT', code: 'ALT', unit: null, units: 2 };
    const shape = { generation: 1, subjects: 9, results: 60, several: 0, undated: 0, tests: [test], rows: [] };
    const { data } = answering([
      { ...shape, of: 31 },
      { ...shape, of: 44 },
    ]);
    const all = await withEverybody(data, {
      study: '22-001',
      subjects: ['0012'],
      grid: { ...grid, pivot: { tests: ['ALT'], columns: [] } },
    });
    expect(all.grid?.counts).toEqual({ selected: 0, filtered: 31, all: 44 });
    expect(all.grid?.pivot?.columns.map(({ plain }) => plain)).toContain('ALT');
  });

  test('only drops the filter when the whole study is exported', async () => {
    const { data, asked } = answering([]);
    expect(await withEverybody(data, { study: '22-001', subjects: ['0012'], grid: null })).toEqual({
      study: '22-001',
      subjects: null,
      grid: null,
    });
    expect(asked).toEqual([]);
  });
});
