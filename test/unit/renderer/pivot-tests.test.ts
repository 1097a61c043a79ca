import { expect, test } from 'vitest';
import type { TestSummary } from '../../../src/shared/calls/views.ts';
import type { Condition } from '../../../src/shared/query.ts';
import { shownTests } from '../../../src/renderer/record/pivot/pivot-model.ts';
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

test('without a test to show, nothing of an earlier question is shown', () => {
  const answer = { shape: { of: 4 }, source: {} } as PivotAnswer;
  const error = { category: 'STORE', message: 'No.' } as const;
  expect(pivotShown('{}', answer, null)).toEqual({ answer, error: null });
  expect(pivotShown(null, answer, error)).toEqual({ answer: null, error: null });
});
