import { expect, test } from 'vitest';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { freshState, withFilter } from '../../../src/renderer/data/table/grid-state.ts';
import { alsoSaying, underSubjectFilter, withSubjectFilter } from '../../../src/renderer/data/model/subject-filter.ts';

test('a filter has each subject once, sorted, and belongs to one study', () => {
  const filters = withSubjectFilter(new Map(), '22-001', { subjects: ['0013', '0012', '0013'], says: 'from a list' });
  expect(filters.get('22-001')).toEqual({ subjects: ['0012', '0013'], says: 'from a list' });
  expect(withSubjectFilter(filters, '24-006', { subjects: [], says: '' }).get('22-001')?.subjects).toHaveLength(2);
  expect(withSubjectFilter(filters, '22-001', null).size).toBe(0);
});

test('the grids of the study return to the top', () => {
  const state = withFilter(freshState(datasets.labs), { search: 'x' });
  const grids = new Map([
    ['22-001/labs', { ...state, topRow: 400 }],
    ['22-0011/labs', { ...state, topRow: 400 }],
  ]);
  const after = underSubjectFilter(grids, '22-001');
  expect([after.get('22-001/labs')?.topRow, after.get('22-0011/labs')?.topRow, after.get('22-001/labs')?.search]).toEqual([0, 400, 'x']);
});

test('the description of a filter mentions subjects added and left out only once', () => {
  const says = ['added', 'left out', 'added', 'left out'].reduce((words, how) => alsoSaying(words, `with others ${how}`), 'from a list');
  expect(says).toBe('from a list, with others added, with others left out');
});
