import { describe, expect, test } from 'vitest';
import { describeAsOf, listed } from '../../../src/renderer/parts/as-of.ts';
import { datasetNames } from '../../../src/shared/datasets/declaration.ts';
import { neverMirrored, statusOf } from './sample-status.ts';

const now = new Date('2026-05-14T18:00:00Z');
const today = '2026-05-14T12:05:00.000Z';

describe('how old a copy is', () => {
  test('five proven passes of today are complete', () => {
    expect(describeAsOf(statusOf(today), now)).toEqual({
      state: 'proven',
      ready: true,
      lead: 'Complete as of',
      moment: today,
      rest: '5 of 5 passes add up',
    });
  });

  test('the earliest of the five counts', () => {
    const status = statusOf(today, (dataset) =>
      dataset.dataset === 'vitals' ? { ...dataset, asOf: '2026-05-13T12:00:00.000Z' } : dataset,
    );
    expect(describeAsOf(status, now).moment).toBe('2026-05-13T12:00:00.000Z');
  });

  test('a pass without a total that the service named does not add up', () => {
    const status = statusOf(today, (dataset) =>
      dataset.proof === null || dataset.dataset !== 'labs' ? dataset : { ...dataset, proof: { ...dataset.proof, totalAtEnd: null } },
    );
    expect(describeAsOf(status, now).rest).toBe('4 of 5 passes add up');
  });

  test('a dataset that never completed makes the study not ready for offline', () => {
    const status = statusOf(today, (dataset) => (dataset.dataset === 'vitals' ? neverMirrored('vitals') : dataset));
    expect(describeAsOf(status, now)).toMatchObject({
      ready: false,
      state: 'attention',
      lead: 'Four datasets as of',
      rest: 'vitals never completed',
    });
  });

  test('a dataset whose last pass failed keeps its earlier copy, and it is said', () => {
    const status = statusOf(today, (dataset) =>
      dataset.dataset === 'labs' ? { ...dataset, state: 'kept', error: { category: 'NETWORK', message: 'x' } } : dataset,
    );
    expect(describeAsOf(status, now)).toMatchObject({ ready: true, state: 'attention', rest: 'labs not updated since' });
  });

  test('many datasets are counted, since their names would be cut off', () => {
    const failing = (names: readonly string[]) =>
      statusOf(today, (dataset) =>
        names.includes(dataset.dataset) ? { ...dataset, state: 'kept', error: { category: 'NETWORK', message: 'x' } } : dataset,
      );
    expect(describeAsOf(failing(['labs', 'vitals']), now).rest).toBe('labs and vitals not updated since');
    expect(describeAsOf(failing(['labs', 'vitals', 'responses']), now).rest).toBe('3 of 5 datasets not updated since');
    expect(describeAsOf(failing(datasetNames), now).rest).toBe('none of the 5 datasets updated since');
  });

  test('a first sync that broke off names what there is', () => {
    expect(
      describeAsOf(
        statusOf(today, (dataset) => (dataset.dataset === 'subjects' ? dataset : neverMirrored(dataset.dataset))),
        now,
      ),
    ).toMatchObject({ lead: 'One dataset as of', rest: 'the others never completed' });
  });

  test('a complete copy of more than seven days ago says its age', () => {
    expect(describeAsOf(statusOf('2026-05-04T06:10:00.000Z'), now)).toMatchObject({ ready: true, state: 'attention', rest: '10 days old' });
    expect(describeAsOf(statusOf('2026-05-07T18:00:00.000Z'), now).state).toBe('proven');
  });

  test('nothing mirrored has no moment', () => {
    expect(
      describeAsOf(
        statusOf(today, (dataset) => neverMirrored(dataset.dataset)),
        now,
      ),
    ).toMatchObject({ state: 'none', ready: false, moment: null });
  });
});

test('names are listed as a sentence does', () => {
  expect([listed(['labs']), listed(['labs', 'vitals']), listed(['labs', 'vitals', 'responses'])]).toEqual([
    'labs',
    'labs and vitals',
    'labs, vitals and responses',
  ]);
});
