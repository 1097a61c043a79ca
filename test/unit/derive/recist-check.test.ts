import { describe, expect, test } from 'vitest';
import { checkAssessment, type CheckedAssessment, type SentChanges } from '../../../src/shared/derive/recist-check.ts';
import { courseOf } from '../../../src/shared/derive/response-course.ts';

const none: SentChanges = { baseline: null, previous: null, nadir: null };

/** Of the last of these assessments, the first of which is the baseline. */
function checkLast(sums: readonly (number | null)[], code: string | null, sent = none): CheckedAssessment {
  const last = courseOf(sums.map((sum, n) => ({ caseId: null, timepoint: n, at: n, isBaseline: n === 0, sum }))).at(-1);
  if (last === undefined) throw new Error('One assessment is needed.');
  return checkAssessment(last, sent, code);
}

describe('a signed conclusion and the target sum', () => {
  test.each<[string, readonly (number | null)[], string | null, CheckedAssessment['outcome']]>([
    ['agree', [100, 65], 'PR', 'agrees'],
    ['agree on progression', [100, 50, 61], 'PD', 'agrees'],
    ['agree on stable disease', [100, 90], 'SD', 'agrees'],
    ['contradict: PR without 30 % less', [100, 90], 'PR', 'contradicts'],
    ['contradict: SD with 30 % less', [100, 65], 'SD', 'contradicts'],
    ['contradict: SD after the sum has progressed', [100, 50, 61], 'SD', 'contradicts'],
    ['contradict: CR after the sum has progressed', [100, 50, 61], 'CR', 'contradicts'],
    ['do not explain progression with a falling sum', [100, 65], 'PD', 'not-explained'],
    ['do not explain CR with lymph nodes left', [100, 18], 'CR', 'not-explained'],
    ['do not explain CR with lymph nodes that grew below 10 mm', [84, 12, 18], 'CR', 'not-explained'],
    ['contradict: CR after a progression to what five normal lymph nodes never are', [100, 30, 50], 'CR', 'contradicts'],
    ['agree on CR at 0', [100, 0], 'CR', 'agrees'],
    ['do not explain what cannot be evaluated', [100, 65], 'NE', 'not-explained'],
    ['are not compared at the baseline', [100], 'SD', null],
    ['are not compared without a sum', [100, null], 'PD', null],
    ['are not compared without a response', [100, 65], null, null],
    ['are not compared after a sum of 0', [100, 0, 4], 'PR', null],
  ])('%s', (_, sums, code, outcome) => {
    const checked = checkLast(sums, code);
    expect(checked.outcome).toBe(outcome);
    expect(checked.because).toMatch(/^[A-Z].*\.$/);
  });
});

test('the changes as sent are compared with those of the sums', () => {
  const { changes } = checkLast([84, 60, 66], 'SD', { baseline: -18, previous: 5, nadir: null });
  expect(changes).toEqual([
    { from: 'baseline', sent: -18, computed: -18, isSame: true },
    { from: 'previous', sent: 5, computed: 6, isSame: false },
    { from: 'nadir', sent: null, computed: 6, isSame: null },
  ]);
});
