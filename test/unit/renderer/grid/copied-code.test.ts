import { expect, test } from 'vitest';
import { copiedCode } from '../../../../src/renderer/record/grid/copied-code.ts';
import type { Selection } from '../../../../src/shared/query.ts';

const everything: Selection = { dataset: 'responses', where: [], search: '', subjects: null, chosen: null };
const copied = (other: Partial<Selection>) => copiedCode({ study: '22-001', selection: { ...everything, ...other } });

test.each<[string, Partial<Selection>, number]>([
  ['a subject filter', { subjects: ['0012', '0013'] }, 2],
  ['ticked rows', { chosen: { mode: 'only', keys: ['a', 'b', 'c'] } }, 3],
  ['rows that are not ticked', { chosen: { mode: 'except', keys: ['a'] } }, 1],
  ['a filter on the subject', { where: [{ column: 'subject', op: 'in', values: ['0012', '0013'] }] }, 2],
  ['a filter on the record', { where: [{ column: 'record_id', op: '=', values: ['x'] }] }, 1],
  ['a filter on who measured', { dataset: 'labs', where: [{ column: 'performer', op: '=', values: ['Dr. Doe'] }] }, 1],
  ['a filter on a free text', { dataset: 'labs', where: [{ column: 'reference_range', op: '=', values: ['asked Dr. Doe'] }] }, 1],
  ['a search', { search: ' Doe  0012 ' }, 2],
  ['all of these', { subjects: ['0012'], search: 'Doe', where: [{ column: 'subject', op: '=', values: ['0012'] }] }, 3],
])('code with values that may name somebody is copied as such, with their number: %s', (_what, other, rows) => {
  expect(copied(other)).toEqual({ study: '22-001', dataset: other.dataset ?? 'responses', form: 'code', rows, columns: 0 });
});

test.each<[string, Partial<Selection>]>([
  ['no filter', {}],
  ['a filter on a value', { where: [{ column: 'visit', op: 'in', values: ['C1D1', 'C2D1'] }] }],
])('code with %s names nobody', (_what, other) => {
  expect(copied(other)).toBeNull();
});
