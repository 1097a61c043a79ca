import { afterEach, beforeEach, expect, test } from 'vitest';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { waitingSubjects } from '../../../src/core/views/waiting-subjects.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy((text) => localSpan(text)?.from ?? null);
  const seen = (record_id: string, subject: string | null, collected: string | null) => ({ record_id, subject, collected });
  fixture.add('labs', [
    seen('1', 'late', '2025-03-20T00:10:00'),
    seen('2', 'late', '2025-01-20T08:00:00'),
    seen('3', 'same-day', '2025-03-10T23:00:00'),
    seen('4', 'never', '2025-01-20T08:00:00'),
    seen('5', 'undated', null),
    seen('6', null, '2025-03-20T08:00:00'),
  ]);
  fixture.add('vitals', [seen('1', 'late', '2025-03-12T08:00:00'), seen('2', 'longer', '2025-04-12T08:00:00')]);
  const signed = (record_id: string, subject: string, assessed: string) => ({ record_id, subject, assessed });
  fixture.add('responses', [
    signed('a', 'late', '2025-03-10T23:50:00'),
    signed('b', 'late', '2025-01-10'),
    signed('c', 'same-day', '2025-03-10'),
    signed('d', 'longer', '2025-03-01'),
  ]);
});
afterEach(() => {
  fixture.remove();
});

test('subjects with results after their last assessment wait from its day; those without an assessment come first', async () => {
  const waiting = waitingSubjects(fixture.study, await tallyResults(fixture.study), null);
  expect(waiting.map(({ subject, days }) => [subject, days])).toEqual([
    ['never', null],
    ['longer', 42],
    ['late', 10],
  ]);
  expect(waiting[2]).toMatchObject({ lastLab: Date.UTC(2025, 2, 20, 0, 10), lastVital: Date.UTC(2025, 2, 12, 8) });
  expect(waiting[1]).toMatchObject({ lastLab: null });
});

test('only the requested subjects are listed', async () => {
  const waiting = waitingSubjects(fixture.study, await tallyResults(fixture.study), ['late']);
  expect(waiting.map(({ subject }) => subject)).toEqual(['late']);
});

test('a mistyped year neither makes a subject wait nor hides one that does', async () => {
  fixture.add('labs', [
    { record_id: '7', subject: 'same-day', collected: '1925-03-20T08:00:00' },
    { record_id: '8', subject: 'late', collected: '2925-03-20T08:00:00' },
  ]);
  fixture.add('responses', [{ record_id: 'e', subject: 'late', assessed: '2925-01-10' }]);
  fixture.change("UPDATE state SET as_of = '2025-06-01T10:00:00.000Z'");
  const waiting = waitingSubjects(fixture.study, await tallyResults(fixture.study), null);
  expect(waiting.map(({ subject, days }) => [subject, days])).toEqual([
    ['never', null],
    ['longer', 42],
    ['late', 10],
  ]);
});

// Regression: "2025-04" was read as 1 April, so a subject assessed on the 12th or later was reported as waiting.
test('a partial date of an assessment counts as the last day that it may mean', async () => {
  fixture.add('responses', [
    { record_id: 'e', subject: 'longer', assessed: '2025-04' },
    { record_id: 'f', subject: 'late', assessed: '2025-02' },
    { record_id: 'g', subject: 'never', assessed: '2024-12' },
  ]);
  const waiting = waitingSubjects(fixture.study, await tallyResults(fixture.study), null);
  expect(waiting.map(({ subject, days }) => [subject, days])).toEqual([
    ['never', 20],
    ['late', 10],
  ]);
});

test('an assessment counts up to the pass that read the assessments, even if results were last read before it', async () => {
  fixture.add('responses', [{ record_id: 'e', subject: 'longer', assessed: '2025-06-20' }]);
  fixture.change("UPDATE state SET as_of = '2025-05-01T10:00:00.000Z'");
  fixture.change("UPDATE state SET as_of = '2025-07-01T10:00:00.000Z' WHERE dataset = 'responses'");
  const waiting = waitingSubjects(fixture.study, await tallyResults(fixture.study), null);
  expect(waiting.map(({ subject }) => subject)).toEqual(['never', 'late']);
});
