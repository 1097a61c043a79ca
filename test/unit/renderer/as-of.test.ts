import { describe, expect, test } from 'vitest';
import { describeAsOf, listed } from '../../../src/renderer/ui/parts/as-of.ts';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import { neverMirrored, statusOf } from './sample-status.ts';

const now = { now: new Date('2026-05-14T18:00:00Z'), staleAfterHours: 168 };
const today = '2026-05-14T12:05:00.000Z';

describe('describing the age of a copy', () => {
  test('reports five proven passes as complete', () => {
    expect(describeAsOf(statusOf(today), now)).toEqual({
      state: 'proven',
      ready: true,
      lead: 'Complete as of',
      moment: today,
      rest: '5 of 5 passes add up',
      stale: null,
    });
  });

  test('uses the earliest of the five moments', () => {
    const status = statusOf(today, (dataset) =>
      dataset.dataset === 'vitals' ? { ...dataset, asOf: '2026-05-13T12:00:00.000Z' } : dataset,
    );
    expect(describeAsOf(status, now).moment).toBe('2026-05-13T12:00:00.000Z');
  });

  test('reports a count as not confirmed if the service named no total', () => {
    const status = statusOf(today, (dataset) =>
      dataset.proof === null || dataset.dataset !== 'labs' ? dataset : { ...dataset, proof: { ...dataset.proof, totalAtEnd: null } },
    );
    expect(describeAsOf(status, now)).toMatchObject({ state: 'attention', lead: 'Complete as of', rest: 'count of labs not confirmed' });
  });

  test('reports a study as not ready for offline use if a dataset never completed', () => {
    const status = statusOf(today, (dataset) => (dataset.dataset === 'vitals' ? neverMirrored('vitals') : dataset));
    expect(describeAsOf(status, now)).toMatchObject({
      ready: false,
      state: 'attention',
      lead: 'Four datasets as of',
      rest: 'vitals never completed',
    });
  });

  test('keeps a study ready if the last pass of a dataset failed, and reports that it was not updated', () => {
    const status = statusOf(today, (dataset) =>
      dataset.dataset === 'labs' ? { ...dataset, state: 'kept', error: { code: 'NETWORK', message: 'x' } } : dataset,
    );
    expect(describeAsOf(status, now)).toMatchObject({ ready: true, state: 'attention', rest: 'labs not updated since' });
  });

  test('counts more than two datasets, since their names would be cut off', () => {
    const failing = (names: readonly string[]) =>
      statusOf(today, (dataset) =>
        names.includes(dataset.dataset) ? { ...dataset, state: 'kept', error: { code: 'NETWORK', message: 'x' } } : dataset,
      );
    expect(describeAsOf(failing(['labs', 'vitals']), now).rest).toBe('labs and vitals not updated since');
    expect(describeAsOf(failing(['labs', 'vitals', 'responses']), now).rest).toBe('3 of 5 datasets not updated since');
    expect(describeAsOf(failing(datasetNames), now).rest).toBe('none of the 5 datasets updated since');
  });

  test('states how many datasets there are after an interrupted first sync', () => {
    expect(
      describeAsOf(
        statusOf(today, (dataset) => (dataset.dataset === 'subjects' ? dataset : neverMirrored(dataset.dataset))),
        now,
      ),
    ).toMatchObject({ lead: 'One dataset as of', rest: 'the others never completed' });
  });

  test('reports a copy as stale from the chosen age on, with its age', () => {
    const stale = (asOf: string, staleAfterHours: number | null) => describeAsOf(statusOf(asOf), { ...now, staleAfterHours });
    expect(stale('2026-05-04T06:10:00.000Z', 168)).toMatchObject({ ready: true, state: 'attention', lead: 'As of', stale: '10 days old' });
    expect(stale('2026-05-07T18:00:00.001Z', 168)).toMatchObject({ state: 'proven', stale: null });
    expect(stale('2026-05-07T18:00:00.000Z', 168)).toMatchObject({ state: 'attention', stale: '7 days old' });
    expect(stale('2026-05-13T12:00:00.000Z', 24).stale).toBe('30 hours old');
    expect(stale('2020-01-01T00:00:00.000Z', null)).toMatchObject({ state: 'proven', stale: null });
  });

  test('reports both that a copy is stale and that it was not updated', () => {
    const status = statusOf('2026-05-04T06:10:00.000Z', (dataset) => ({ ...dataset, error: { code: 'NETWORK', message: 'x' } }));
    expect(describeAsOf(status, now)).toMatchObject({ rest: 'none of the 5 datasets updated since', stale: '10 days old' });
  });

  test('reports pending decisions before failures', () => {
    const status = statusOf(today, (dataset) => {
      if (dataset.dataset === 'labs') return { ...dataset, state: 'pending', pending: { records: 0, lost: 10, asOf: today } };
      return dataset.dataset === 'vitals' ? { ...dataset, error: { code: 'NETWORK', message: 'x' } } : dataset;
    });
    expect(describeAsOf(status, now)).toMatchObject({ state: 'attention', ready: true, rest: 'labs wait for your decision' });
  });

  test('has no moment if nothing is mirrored', () => {
    expect(
      describeAsOf(
        statusOf(today, (dataset) => neverMirrored(dataset.dataset)),
        now,
      ),
    ).toMatchObject({ state: 'none', ready: false, moment: null });
  });
});

test('names are listed as in a sentence', () => {
  expect([listed(['labs']), listed(['labs', 'vitals']), listed(['labs', 'vitals', 'responses'])]).toEqual([
    'labs',
    'labs and vitals',
    'labs, vitals and responses',
  ]);
});
