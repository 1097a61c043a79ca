import { expect, test } from 'vitest';
import { freshState } from '../../../src/renderer/data/table/grid-state.ts';
import { defaultLayout } from '../../../src/renderer/data/table/layout.ts';
import { namedView, stateOf, viewOf } from '../../../src/renderer/record/saved/grid-view.ts';
import { byTitle, namedLike } from '../../../src/renderer/record/saved/saved-dialog.tsx';
import { annotationSchema } from '../../../src/shared/annotations.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const { labs } = datasets;
const high = { column: 'range_flag', op: 'in' as const, values: ['HIGH'] };
const state = { ...freshState(labs), where: [high], search: 'liver', sort: [{ column: 'collected', descending: true }] };

test('a saved view restores filters, search and order, and can be stored as an annotation', () => {
  const view = viewOf('High', labs, state, defaultLayout(labs), []);
  expect(annotationSchema.safeParse({ kind: 'grid-view', value: view }).success).toBe(true);
  expect(stateOf(view)).toEqual({ state, gone: [] });
  expect(view.columns).toEqual(defaultLayout(labs));
});

test('a view of the table by visit restores its tests and its order, whatever the order of the rows', () => {
  const sort = [{ column: 'alt', descending: true }];
  const byVisit = { shown: true, tests: null, sort };
  const view = viewOf('By visit', labs, { ...state, byVisit }, defaultLayout(labs), ['ALT', 'AST']);
  expect(stateOf(view).state.byVisit).toEqual({ shown: true, tests: ['ALT', 'AST'], sort });
  expect(namedView({ id: '1', at: '', value: view }).says).toBe('Labs by visit, 2 tests, 2 filters');
});

test('columns of a view that are no longer declared are left out and named', () => {
  const view = {
    ...viewOf('Old', labs, state, [], []),
    where: [high, { ...high, column: 'old' }],
    sort: [{ column: 'older', descending: false }],
  };
  const { state: given, gone } = stateOf(view);
  expect(gone).toEqual(['old', 'older']);
  expect(given.where).toEqual([high]);
  expect(given.sort).toEqual(freshState(labs).sort);
});

test('views are listed in natural order, and found by name regardless of case', () => {
  const named = ['C10', 'c2', 'B'].map((title) => ({ title }));
  expect(byTitle(named).map(({ title }) => title)).toEqual(['B', 'c2', 'C10']);
  expect(namedLike(named, ' C2 ')).toEqual({ title: 'c2' });
  expect(namedLike(named, 'C1')).toBeNull();
});
