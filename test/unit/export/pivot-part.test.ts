import { expect, test } from 'vitest';
import { checkPivotPart, type PivotPart } from '../../../src/core/export/pivot-part.ts';
import { pivotNames } from '../../../src/shared/pivot.ts';
import { everything } from '../query/study-fixture.ts';

const [ofTest = ''] = pivotNames(['ALT']);
const part: PivotPart = {
  selection: everything('labs'),
  sort: [],
  columns: ['subject', 'visit', 'collected', ofTest],
  pivot: { tests: ['ALT'] },
};

test('a part by visit takes the columns of its tests, and sorts by them', () => {
  expect(() => checkPivotPart({ ...part, sort: [{ column: ofTest, descending: true }] })).not.toThrow();
});

test.each<[string, Partial<PivotPart>]>([
  ['of a dataset without tests', { selection: everything('medications') }],
  ['sorted by a column that it lacks', { sort: [{ column: 'AST', descending: false }] }],
  ['with a column that it lacks', { columns: ['AST'] }],
])('a part by visit %s is USAGE before anything is written', (_what, other) => {
  expect(() => checkPivotPart({ ...part, ...other })).toThrow(expect.objectContaining({ code: 'USAGE' }));
});

test('an unknown column of a part by visit is named by its first 64 characters', () => {
  const named = (column: string) => () => {
    checkPivotPart({ ...part, columns: [column] });
  };
  expect(named('A'.repeat(64))).toThrow(`has no column "${'A'.repeat(64)}".`);
  expect(named('A'.repeat(65))).toThrow(`has no column "${'A'.repeat(64)}".`);
});
