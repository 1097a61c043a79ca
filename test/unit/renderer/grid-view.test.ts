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

test('a saved view gives back filters, search and order, and can be written down', () => {
  const view = viewOf('High', labs, state, defaultLayout(labs), []);
  expect(annotationSchema.safeParse({ kind: 'grid-view', value: view }).success).toBe(true);
  expect(stateOf(view)).toEqual({ state, gone: [] });
  expect(view.columns).toEqual(defaultLayout(labs));
});

test('a view of the table by visit gives back its tests and its order, whatever the rows were sorted by', () => {
  const sort = [{ column: 'alt', descending: true }];
  const byVisit = { shown: true, tests: null, sort };
  const view = viewOf('By visit', labs, { ...state, byVisit }, defaultLayout(labs), ['ALT', 'AST']);
  expect(stateOf(view).state.byVisit).toEqual({ shown: true, tests: ['ALT', 'AST'], sort });
  expect(namedView({ id: '1', at: '', value: view }).says).toBe('Labs by visit, 2 tests, 2 filters');
});

test('what a view asks of columns that are declared no more is left out and named', () => {
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

test('names stand in the order that people read, and one is known in whatever case', () => {
  const named = ['C10', 'c2', 'B'].map((title) => ({ title }));
  expect(byTitle(named).map(({ title }) => title)).toEqual(['B', 'c2', 'C10']);
  expect(namedLike(named, ' C2 ')).toEqual({ title: 'c2' });
  expect(namedLike(named, 'C1')).toBeNull();
});
