import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noColumns } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  vi.restoreAllMocks();
  fixture.remove();
});

test.each([
  ['subjects that are counted at once have no pause between them', 0, 0],
  ['other work gets a turn after each subject that takes long', 1000, 3],
])('%s', async (_, milliseconds, pauses) => {
  fixture.add(
    'labs',
    ['0011', '0012', '0013'].map((subject) => ({ record_id: subject, subject, test: 'ALT' })),
  );
  let now = 5000;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
  const pause = vi.fn(async () => undefined);
  expect((await tallyResults(fixture.study, noColumns, pause)).labs).toHaveLength(3);
  expect(pause).toHaveBeenCalledTimes(pauses);
});
