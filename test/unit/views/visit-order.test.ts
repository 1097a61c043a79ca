import { afterEach, beforeEach, expect, test } from 'vitest';
import { studyVisits } from '../../../src/core/views/coverage.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { readVisitOrder } from '../../../src/core/views/visit-order.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy((text) => localSpan(text)?.from ?? null);
});
afterEach(() => {
  fixture.remove();
});

// Regression: the table by visit put the visit of such a date first, while the coverage put it later.
test('a partial date does not move its visit forward, in the table by visit or in the coverage', async () => {
  const at = (record_id: string, visit: string, collected: string) => ({ record_id, subject: '0001', visit, collected });
  fixture.add('labs', [
    at('1', 'Amber', '2025-03-10T08:00:00'),
    at('2', 'Brown', '2025-04-10T08:00:00'),
    at('3', 'Brown', '2025'),
    at('4', 'Cyan', '2025-05-10T08:00:00'),
  ]);
  const visits = readVisitOrder(fixture.study);
  expect(visits).toEqual(['Amber', 'Brown', 'Cyan']);
  expect(studyVisits(await tallyResults(fixture.study), []).map(({ visit }) => visit)).toEqual(visits);
});
