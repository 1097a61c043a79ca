import { expect, test } from 'vitest';
import { disagreementsOf, isReady } from '../../../src/renderer/tasks/offline/disagreements.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { DatasetStatus } from '../../../src/shared/status.ts';
import { neverMirrored, statusOf } from './sample-status.ts';

const asOf = '2026-11-22T09:00:00Z';
const error = { code: 'NETWORK', message: 'No network.' } as const;
const pending = { records: 3, lost: 7, asOf };

/** A study whose datasets agree, except for the given changes. */
function study(changes: Partial<Record<DatasetName, Partial<DatasetStatus>>>) {
  return statusOf(asOf, (one) => ({ ...one, ...changes[one.dataset] }));
}

function seen(outsideGroup: number, withoutData = 0): Partial<DatasetStatus> {
  return { subjects: { seen: 60, members: 64, outsideGroup, withoutData } };
}

test.each([
  ['agree', {}],
  ['have members without a record, such as screening failures', { subjects: seen(0, 4), labs: seen(0, 52) }],
  ['ended hours apart, in one long sync', { labs: { asOf: '2026-11-22T14:30:00Z' } }],
  [
    'all failed to update, so that the copies are from the same time',
    { subjects: { error }, medications: { error }, labs: { error }, vitals: { error }, responses: { error } },
  ],
] as const)('datasets that %s are ready', (_what, changes) => {
  expect(disagreementsOf(study(changes))).toEqual([]);
  expect(isReady(study(changes))).toBe(true);
});

test.each([
  [{ subjects: seen(3), labs: seen(2), vitals: seen(3) }, '3 subjects with records are not in the Group (2 in labs, 3 in vitals)'],
  [{ responses: seen(1) }, '1 subject with records is not in the Group (1 in responses)'],
  [{ labs: { pending } }, 'labs wait for your decision'],
  [{ labs: { error }, vitals: { error } }, 'labs and vitals could not be updated with the others'],
  [{ labs: { asOf: '2026-11-21T09:00:00Z' } }, 'labs are older than the others'],
] as const)('%o is not ready, and says why', (changes, says) => {
  expect(disagreementsOf(study(changes))).toEqual([says]);
  expect(isReady(study(changes))).toBe(false);
});

test('a study with a dataset that was never mirrored is not ready', () => {
  expect(isReady(statusOf(asOf, (one) => (one.dataset === 'labs' ? neverMirrored('labs') : one)))).toBe(false);
});
