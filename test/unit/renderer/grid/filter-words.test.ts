import { expect, test } from 'vitest';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import type { Condition } from '../../../../src/shared/query.ts';
import { chipWords, filterSentences, filterSummary, splitWords } from '../../../../src/renderer/record/grid/conditions.ts';

const since: Condition = { column: 'collected', op: '>=', values: ['2025-09-01'] };

test('summarises filters and search for use in a sentence', () => {
  expect(filterSummary({ where: [], search: 'troponin' })).toBe('“troponin”');
  expect(filterSummary({ where: [since], search: '' })).toBe('1 filter');
  expect(filterSummary({ where: [since, since, since], search: 'troponin' })).toBe('3 filters and “troponin”');
});

test('a chip uses the column name of the header', () => {
  expect(chipWords(labs, since, 'plain')).toBe('Collected on or after 1 Sep 2025');
  expect(chipWords(labs, since, 'sdtm')).toBe('LBDTC on or after 1 Sep 2025');
});

test.each([
  ['Collected on or after 1 Sep 2025', 'Collected on or after ', '1 Sep 2025'],
  ['Test is ALT or AST', 'Test is ', 'ALT or AST'],
  ['Test is neither ALT nor AST', 'Test is neither ', 'ALT nor AST'],
  ['Test contains “is at”', 'Test contains ', '“is at”'],
  ['Unit has no value', 'Unit has no value', ''],
])('the value in “%s” is split off for emphasis', (words, said, value) => {
  expect(splitWords(words)).toEqual([said, value]);
});

test('the description for an export includes the search', () => {
  expect(filterSentences(labs, { where: [since], search: 'alt' })).toEqual(['Collected on or after 1 Sep 2025', 'All text contains “alt”']);
});
