import { afterEach, beforeEach, expect, test } from 'vitest';
import { siteComparisons } from '../../../src/core/views/site-comparisons.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

test.each(['labs', 'vitals'] as const)('if no number shows a site, every subject belongs to the performer of its %s', async (dataset) => {
  const performers = { '1': 'Grey', '2': 'Grey', '3': 'Grey', '4': 'Who', '5': 'Who', '6': 'Who' };
  fixture.add(
    dataset,
    Object.entries(performers).map(([subject, performer]) => ({ record_id: subject, subject, performer })),
  );
  expect(await siteComparisons(fixture.study, null)).toMatchObject({
    from: { kind: 'performer' },
    sites: 2,
    example: 'Performer group 1',
    subjects: 6,
    without: 0,
  });
});
