import { expect, test } from 'vitest';
import { findSubjects, mayFind } from '../../../src/renderer/record/proof/proof-group.tsx';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { Call } from '../../../src/shared/rpc.ts';
import { mirrored } from './sample-status.ts';

const named: Readonly<Partial<Record<DatasetName, readonly (string | null)[]>>> = {
  subjects: ['0001', '0002', '0003'],
  medications: ['0001'],
  labs: ['0001', '0009', null, ''],
  vitals: ['0002', '0008'],
  responses: [],
};

/** Answers with the subjects of the requested dataset. */
const call = ((_: string, { selection }: { selection: { dataset: DatasetName } }) =>
  Promise.resolve({ distinct: 3, values: (named[selection.dataset] ?? []).map((value) => ({ value, count: 1 })) })) as unknown as Call;

test.each([
  ['labs', 'outside-group', 'labs', ['0009']],
  ['labs', 'without-data', 'subjects', ['0002', '0003']],
  ['subjects', 'without-data', 'subjects', ['0003']],
] as const)('%s, %s: lists rows of %s', async (dataset, direction, place, values) => {
  expect(await findSubjects(call, '22-001', dataset, direction)).toEqual({ place, where: { column: 'subject', op: 'in', values } });
});

test('a list of subjects is offered only if it can be shown', () => {
  const may = (dataset: DatasetName, seen: number, outsideGroup: number, withoutData: number) => {
    const status = mirrored(dataset, '2026-05-14T12:05:00.000Z', { subjects: { seen, members: 64, outsideGroup, withoutData } });
    return [mayFind(status, 'outside-group'), mayFind(status, 'without-data')];
  };
  expect(may('labs', 63, 1, 2)).toEqual([true, true]);
  expect(may('labs', 64, 0, 0)).toEqual([false, false]);
  expect(may('subjects', 63, 1, 2)).toEqual([false, true]);
  expect(may('labs', 1001, 937, 0)).toEqual([false, false]);
});
