import { describe, expect, test } from 'vitest';
import { lastFailedForNetwork, maySync, offlineReason, unreachableAfter } from '../../../src/renderer/data/model/network-state.ts';
import {
  secondsLeft,
  shareOf,
  withDataset,
  withProgress,
  withStarted,
  type SyncState,
} from '../../../src/renderer/data/model/sync-state.ts';
import { describeRun } from '../../../src/renderer/places/studies/sync-outcome.ts';
import { errorCodes } from '../../../src/shared/errors.ts';
import type { StudyStatus, SyncProgress } from '../../../src/shared/status.ts';
import { mirrored, statusOf } from './sample-status.ts';

const page: SyncProgress = { study: '22-001', dataset: 'labs', page: 10, pages: 40, records: 5000, total: 20_000 };
const nothing: SyncState = new Map();
const today = '2026-05-14T12:05:00.000Z';

describe('a running sync', () => {
  test('is not restarted for a study that is already running', () => {
    const running = withProgress(nothing, page, 0);
    expect(withStarted(running, ['22-001', '23-014']).get('22-001')?.progress).toEqual(page);
  });

  test('has the pace of the dataset in progress', () => {
    const later = withProgress(withProgress(nothing, page, 1000), { ...page, page: 20, records: 10_000 }, 6000).get('22-001');
    expect(later && secondsLeft(later, 6000)).toBe(10);
    const next = later && withProgress(new Map([['22-001', later]]), { ...page, dataset: 'vitals', records: 0 }, 6000).get('22-001');
    expect(next && secondsLeft(next, 6000)).toBeNull();
  });

  test('has finished a dataset when the next one begins', () => {
    const next = withProgress(withProgress(nothing, page, 0), { ...page, dataset: 'vitals' }, 1);
    expect(withProgress(next, { ...page, dataset: 'vitals', page: 2 }, 2).get('22-001')?.finished).toEqual(['labs']);
  });

  test('has a share only with a total or a number of pages', () => {
    expect([shareOf(page), shareOf({ ...page, total: null }), shareOf({ ...page, total: null, pages: null })]).toEqual([0.25, 0.25, null]);
  });

  test('finishes a dataset once, and only in a running study', () => {
    const event = { study: '22-001', status: mirrored('labs', today) };
    expect(withDataset(nothing, event)).toBe(nothing);
    const once = withDataset(withStarted(nothing, ['22-001']), event);
    expect(withDataset(once, event).get('22-001')?.finished).toEqual(['labs']);
  });
});

function reported(...studies: StudyStatus[]) {
  return describeRun({ exitCode: 0, code: 'OK', studies });
}

describe('the report of a run', () => {
  test('counts the changes of the updated datasets', () => {
    const status = statusOf(today, (dataset) =>
      dataset.dataset === 'labs' ? { ...dataset, state: 'updated', added: 25, changed: 3 } : { ...dataset, added: 99 },
    );
    expect(reported(status)).toMatchObject([
      { says: '25 new, 3 changed', good: true, step: { label: 'Review', study: '22-001', section: 'changes' } },
    ]);
  });

  test('names a failed dataset with its own error', () => {
    const status = statusOf(today, (dataset) =>
      dataset.dataset === 'labs' ? { ...dataset, state: 'kept', error: { code: 'SERVER', message: 'The service failed.' } } : dataset,
    );
    expect(reported(status)).toEqual([
      { title: '22-001: labs not updated', says: 'The service failed.', good: false, news: false, step: null },
    ]);
  });

  test('states that cancelling lost nothing, and reports studies that had already finished', () => {
    const error = { code: 'CANCELLED' as const, message: 'Cancelled.' };
    const cancelled = { ...statusOf(today, (dataset) => ({ ...dataset, state: 'kept', error })), study: '23-014' };
    const describe130 = (...studies: StudyStatus[]) => describeRun({ exitCode: 130, code: 'CANCELLED', studies });
    expect(describe130(cancelled)).toMatchObject([
      { title: 'The sync was cancelled', says: expect.stringContaining('Mirrored data is unchanged') as string },
    ]);
    const first = { ...statusOf(today, (dataset) => ({ ...dataset, asOf: null, state: 'none', error })), study: '23-014' };
    expect(describe130(first)).toMatchObject([{ says: 'The next sync continues from the pages already read.' }]);
    const updated = statusOf(today, (dataset) =>
      dataset.dataset === 'labs' ? { ...dataset, state: 'updated', added: 25, changed: 3 } : dataset,
    );
    expect(describe130(updated, cancelled)).toMatchObject([
      { title: expect.stringMatching(/^22-001 is complete/) as string, says: '25 new, 3 changed' },
      { title: 'The rest was cancelled', says: expect.stringContaining('Its earlier copy is unchanged') as string },
    ]);
  });

  test('combines several studies', () => {
    const first = (study: string) => ({
      ...statusOf(today, (dataset) => ({ ...dataset, state: 'updated', added: dataset.records })),
      study,
    });
    expect(reported(first('22-001'), first('23-014'))).toMatchObject([
      { title: expect.stringMatching(/^22-001 and 23-014 are complete as of/) as string, says: '100 records mirrored' },
    ]);
    expect(reported(first('1'), first('2'), first('3'), first('4'))[0]?.title).toMatch(/^4 studies are complete/);
  });

  test('does not call a copy complete that was only counted', () => {
    const counted = statusOf(today, (dataset) => ({
      ...dataset,
      ...{ state: 'updated' as const, added: dataset.records },
      proof:
        dataset.dataset === 'labs' && dataset.proof !== null ? { ...dataset.proof, confirmed: false, confirmedAt: null } : dataset.proof,
    }));
    const [complete, other] = reported(counted, { ...statusOf(today), study: '23-014' });
    expect(complete?.title).toMatch(/^23-014 is complete as of/);
    expect(other).toMatchObject({
      title: expect.stringMatching(/^22-001 was counted at .*, not confirmed$/) as string,
      good: false,
      news: true,
    });
    expect(other?.says).toMatch(/^50 records mirrored\. The data kept changing/);
  });

  test('combines studies that failed in the same way, apart from the others', () => {
    const failed = (study: string) => ({
      ...statusOf(today, (dataset) => ({ ...dataset, state: 'kept', error: { code: 'NETWORK', message: 'No answer.' } })),
      study,
    });
    expect(reported(failed('1'), failed('2'), { ...statusOf(today), study: '3' })).toMatchObject([
      { title: '1 and 2: none of the 5 datasets updated', says: 'No answer.', good: false },
      { title: expect.stringMatching(/^3 is complete/) as string, says: 'Nothing changed', good: true },
    ]);
  });
});

describe('offline', () => {
  test('prevents a sync with a real service, but not with a demo', () => {
    const network = { online: false, unreachable: false };
    expect([maySync(network, false), maySync(network, true)]).toEqual([false, true]);
    expect([offlineReason(network, false, true), offlineReason(network, true, true)]).toEqual([
      'This computer has no network. Mirrored data remains available.',
      null,
    ]);
    expect(offlineReason(network, false, false)).toBe('This computer has no network.');
  });

  test('is shown after a run that could not reach the service, and allows another try', () => {
    const error = { code: 'NETWORK' as const, message: 'x' };
    const failed = { exitCode: 30, code: 'PARTIAL' as const, studies: [statusOf(today, (dataset) => ({ ...dataset, error }))] };
    expect(unreachableAfter(false, failed)).toBe(true);
    expect(unreachableAfter(true, { exitCode: 0, code: 'OK', studies: [statusOf(today)] })).toBe(false);
    expect(maySync({ online: true, unreachable: true }, false)).toBe(true);
  });

  test.each(['LOCKED', 'CANCELLED'] as const)('is not concluded from a run that was stopped (%s)', (code) => {
    const stopped = { exitCode: errorCodes[code].exit, code, studies: [statusOf(today)] };
    expect([true, false, null].map((before) => unreachableAfter(before, stopped))).toEqual([true, false, null]);
  });

  test('is concluded from the copies of all mirrored studies if the window saw no run', () => {
    const error = { code: 'NETWORK' as const, message: 'x' };
    const failed = { sitePack: null, status: statusOf(today, (dataset) => ({ ...dataset, error })) };
    const fine = { sitePack: null, status: statusOf(today) };
    expect(lastFailedForNetwork([failed, failed])).toBe(true);
    expect(lastFailedForNetwork([failed, fine])).toBe(false);
    expect(lastFailedForNetwork([])).toBe(false);
  });
});
