import { expect, test } from 'vitest';
import { typedSearch } from '../../../../src/renderer/data/table/grid-state.ts';

test('a space typed before a pause stays in the search box', () => {
  expect(typedSearch('blood ', 'blood')).toBe('blood ');
});

test('a search that was set elsewhere replaces what was typed', () => {
  expect(typedSearch('blood ', '')).toBe('');
  expect(typedSearch('', 'troponin')).toBe('troponin');
});
