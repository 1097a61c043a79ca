import { expect, test } from 'vitest';
import type { TestSummary } from '../../../src/shared/calls/views.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Condition } from '../../../src/shared/query.ts';
import { lineConditions, shownTests } from '../../../src/renderer/record/pivot/pivot-model.ts';
import { pivotShown, type PivotAnswer } from '../../../src/renderer/record/pivot/use-pivot.ts';

const known = ['ALT', 'AST', 'BILI', null].map((code, at): TestSummary => {
  return { test: ['Alanine', 'Aspartate', 'Bilirubin', 'Color'][at] ?? '', code, records: 9 - at, numbers: 9, subjects: 3, units: [] };
});

function under(...where: readonly Condition[]): readonly string[] {
  return shownTests(null, known, where);
}

test('the columns are the tests that the filters on tests leave', () => {
  expect(under()).toEqual(['Alanine', 'Aspartate', 'Bilirubin', 'Color']);
  expect(under({ column: 'test', op: 'in', values: ['Bilirubin', 'Color'] })).toEqual(['Bilirubin', 'Color']);
  expect(under({ column: 'test', op: 'not-in', values: ['Bilirubin'] })).toEqual(['Alanine', 'Aspartate', 'Color']);
  expect(under({ column: 'test_code', op: 'in', values: ['AST', ''] })).toEqual(['Aspartate', 'Color']);
  expect(under({ column: 'visit', op: 'in', values: ['C1D1'] })).toHaveLength(4);
});

test('chosen tests stay, and a filter that leaves none falls back to the most frequent ones', () => {
  expect(shownTests(['Color'], known, [{ column: 'test', op: 'in', values: ['Bilirubin'] }])).toEqual(['Color']);
  expect(under({ column: 'test', op: 'in', values: ['Urate'] })).toHaveLength(4);
});

test('the rows behind a line are those of its day, or its own records if a filter by day would miss them', () => {
  const cell = { result: '5', value: 5, unit: null, flag: null, results: 1, all: [], key: 'r1' };
  const line = { subject: '0012', visit: null, collected: '2025-03-02', at: Date.UTC(2025, 2, 2, 8), cells: [null, cell] };
  const place = [
    { column: 'subject', op: 'in', values: ['0012'] },
    { column: 'visit', op: 'in', values: [''] },
  ];
  expect(lineConditions(line, datasets.labs, null)).toEqual([...place, { column: 'collected', op: '=', values: ['2025-03-02'] }]);
  const byKey = { column: 'record_id', op: 'in', values: ['r1'] };
  for (const other of [{ collected: '2025-03' }, { at: null }])
    expect(lineConditions({ ...line, ...other }, datasets.labs, null)).toEqual([...place, byKey]);
});

test('without a test to show, nothing of an earlier question is shown', () => {
  const answer = { shape: { of: 4 }, source: {} } as PivotAnswer;
  const error = { code: 'STORE', message: 'No.' } as const;
  expect(pivotShown('{}', answer, null)).toEqual({ answer, error: null });
  expect(pivotShown(null, answer, error)).toEqual({ answer: null, error: null });
});
