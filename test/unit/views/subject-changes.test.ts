import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSubjectChanges } from '../../../src/core/views/subject-changes.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';

let mirrored: MirroredStudy;
beforeEach(async () => {
  mirrored = mirroredStudy();
  await mirrored.mirror('labs', [[labText('r1'), labText('r2'), labText('o1', { subject: '003' })]]);
});
afterEach(() => {
  mirrored.remove();
});

test('does not report the records of the first pass as changes', () => {
  expect(listSubjectChanges(mirrored.study, { subject: '0012', limit: 10 })).toEqual({ generation: 1, of: 0, changes: [] });
});

test('lists changes of later passes for the subject only, newest first, and counts all even if fewer are requested', async () => {
  await mirrored.mirror('labs', [[labText('r1', { value: '31' }), labText('r2'), labText('o1', { subject: '003', value: '9' })]]);
  await mirrored.mirror('labs', [[labText('r1', { value: '31' }), labText('r3'), labText('o1', { subject: '003', value: '9' })]]);
  const { of, changes } = listSubjectChanges(mirrored.study, { subject: '0012', limit: 10 });
  expect(of).toBe(3);
  expect(changes.map(({ key, kind, generation }) => [key, kind, generation])).toEqual(
    expect.arrayContaining([
      ['r1', 'changed', 2],
      ['r2', 'vanished', 3],
      ['r3', 'new', 3],
    ]),
  );
  expect(changes.at(-1)?.fields).toContainEqual({ column: 'result', before: '24', after: '31' });
  const { of: all, changes: newest } = listSubjectChanges(mirrored.study, { subject: '0012', limit: 1 });
  expect([all, newest.map(({ generation }) => generation)]).toEqual([3, [3]]);
});
