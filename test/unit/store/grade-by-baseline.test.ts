import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';

let fixture: MirroredStudy;
beforeEach(() => {
  fixture = mirroredStudy();
});
afterEach(() => {
  fixture.remove();
});

/** An ALT of one subject; its range ends at 50. */
function alt(visit: string, value: string, day: string): string {
  const extra = `,"encounter":{"display":"${visit}"},"referenceRange":[{"text":"7 - 50"}]`;
  return labText(visit, { value, extra }).replace('2025-09-03', day);
}

test('a result graded by its high baseline, which its page does not hold, passes the check of the file', async () => {
  await fixture.mirror('labs', [[alt('C1D1', '100', '2025-03-01')], [alt('C2D1', '149', '2025-03-22')]]);
  const { db } = fixture.study;
  expect(db.prepare('SELECT visit, ctcae_grade_high, ctcae_not_graded FROM labs ORDER BY visit').raw().all()).toEqual([
    ['C1D1', 0, null],
    ['C2D1', 0, null],
  ]);
  expect(checkStudy(fixture.study)).toEqual([]);
});
