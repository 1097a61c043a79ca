import { expect, test } from 'vitest';
import { notMirrored, notMirroredWords } from '../../../src/renderer/ui/sync/not-mirrored.tsx';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import { neverMirrored, statusOf } from './sample-status.ts';

const today = '2026-05-14T12:05:00.000Z';

test('what was never mirrored is named, and only of what is asked for', () => {
  const status = statusOf(today, (dataset) =>
    ['vitals', 'responses'].includes(dataset.dataset) ? neverMirrored(dataset.dataset) : dataset,
  );
  expect(notMirrored(status, datasetNames)).toEqual(['vitals', 'responses']);
  expect(notMirrored(status, ['labs', 'vitals'])).toEqual(['vitals']);
  expect(notMirrored({ study: '22-001', datasets: [] }, ['labs'])).toEqual(['labs']);
});

test('it is said in a few words, and nothing where there is nothing to say', () => {
  expect(notMirroredWords(['vitals', 'responses'])).toBe('vitals and responses are not mirrored yet');
  expect(notMirroredWords([])).toBeNull();
});
