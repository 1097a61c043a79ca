import { expect, test } from 'vitest';
import { notMirrored, notMirroredWords } from '../../../src/renderer/ui/sync/not-mirrored.tsx';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import { neverMirrored, statusOf } from './sample-status.ts';

const today = '2026-05-14T12:05:00.000Z';

test('datasets that were never mirrored are named, but only those requested', () => {
  const status = statusOf(today, (dataset) =>
    ['vitals', 'responses'].includes(dataset.dataset) ? neverMirrored(dataset.dataset) : dataset,
  );
  expect(notMirrored(status, datasetNames)).toEqual(['vitals', 'responses']);
  expect(notMirrored(status, ['labs', 'vitals'])).toEqual(['vitals']);
  expect(notMirrored({ study: '22-001', datasets: [] }, ['labs'])).toEqual(['labs']);
});

test('the words name datasets that are not mirrored yet, and are null if there are none', () => {
  expect(notMirroredWords(['vitals', 'responses'])).toBe('vitals and responses are not mirrored yet');
  expect(notMirroredWords([])).toBeNull();
});
