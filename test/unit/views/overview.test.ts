import { afterEach, beforeEach, expect, test } from 'vitest';
import { selectRowids } from '../../../src/core/query/rows.ts';
import { readOverview } from '../../../src/core/views/overview.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { datasets as declared } from '../../../src/shared/datasets/datasets.ts';
import { historyStarts } from '../../../src/shared/derive/plausible-date.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

test('reports the number of records and subjects and the date range of each dataset', async () => {
  fixture.add('subjects', [{ subject: '0012' }, { subject: '0099' }]);
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', collected: '2025-03-01T08:00:00' },
    { record_id: 'b', subject: '0012', collected: '2024-03-02T08:00:00' },
    { record_id: 'c', subject: '003-04', collected: null },
    { record_id: 'd', subject: null, collected: 'soon' },
  ]);
  const { subjects, datasets } = readOverview(fixture.study, await tallyResults(fixture.study), null);
  expect(subjects).toBe(3);
  const of = (name: string): unknown => datasets.find(({ dataset }) => dataset === name);
  expect(of('labs')).toEqual({
    dataset: 'labs',
    mirrored: false,
    records: 4,
    subjects: 2,
    first: '2024-03-02T08:00:00',
    last: '2025-03-01T08:00:00',
    implausible: 0,
    history: 0,
  });
  expect(of('subjects')).toMatchObject({ records: 2, subjects: 2, first: null, last: null, implausible: 0 });
  expect(of('vitals')).toMatchObject({ records: 0, subjects: 0, first: null });
});

test('does not count an empty name as a subject', async () => {
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', collected: '2025-03-01' },
    { record_id: 'b', subject: '', collected: '2025-01-01' },
    { record_id: 'c', subject: null, collected: '2025-02-01' },
  ]);
  fixture.add('medications', [{ record_id: 'm', subject: '' }]);
  const { subjects, datasets } = readOverview(fixture.study, await tallyResults(fixture.study), null);
  expect(subjects).toBe(1);
  expect(datasets.find(({ dataset }) => dataset === 'labs')).toMatchObject({
    records: 3,
    subjects: 1,
    first: '2025-01-01',
    last: '2025-03-01',
    implausible: 0,
  });
  expect(datasets.find(({ dataset }) => dataset === 'medications')).toMatchObject({ records: 1, subjects: 0 });
});

test('counts only the requested subjects', async () => {
  fixture.add('labs', [
    { record_id: 'a', subject: '0012' },
    { record_id: 'b', subject: '0013' },
  ]);
  expect(readOverview(fixture.study, await tallyResults(fixture.study), ['0013'])).toMatchObject({ subjects: 1 });
});

test('ignores dates before 1990 or after the pass for the first and last date, and counts them', async () => {
  fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z'");
  const odd = { subject: '0012', visit: 'C1D1', test: 'ALT' };
  fixture.add('labs', [
    { ...odd, record_id: 'good', collected: '2025-02-03' },
    { ...odd, record_id: 'past', collected: '1900-01-01' },
    { ...odd, record_id: 'future', collected: '2091-01-26T08:00:00' },
  ]);
  fixture.add('medications', [{ record_id: 'm9', subject: '0012', started: '2999-01-01' }]);
  const { datasets: all } = readOverview(fixture.study, await tallyResults(fixture.study), null);
  const of = (name: string) => all.find(({ dataset }) => dataset === name);
  expect(of('labs')?.implausible).toBe(2);
  expect(of('labs')).toMatchObject({ records: 3, first: '2025-02-03', last: '2025-02-03' });
  expect(of('medications')?.implausible).toBe(1);
});

test('counts medications taken long before the study separately, since the checks do not list them as errors', async () => {
  const started = ['1919-12-31', '1920-01-01', '1960-05-01', '1989-12-31', '1990-01-01', '2025-01-07'];
  fixture.add(
    'medications',
    started.map((date) => ({ record_id: date, subject: '0012', started: date })),
  );
  const { datasets: all } = readOverview(fixture.study, await tallyResults(fixture.study), null);
  const found = all.find(({ dataset }) => dataset === 'medications');
  expect(found).toMatchObject({ first: '1990-01-01', last: '2025-01-07', implausible: 1, history: 3 });
  // The count opens as many records as it counts.
  expect(selectRowids(fixture.study, declared.medications, { ...everything('medications'), where: [...historyStarts] }, [])).toHaveLength(
    3,
  );
});
