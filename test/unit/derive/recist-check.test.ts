import { describe, expect, test } from 'vitest';
import { checkAssessment, type CheckedAssessment, type SentChanges } from '../../../src/shared/derive/recist-check.ts';
import { coursesOf } from '../../../src/shared/derive/response-course.ts';

const none: SentChanges = { baseline: null, previous: null, nadir: null };

interface Given {
  readonly sent?: SentChanges;
  /** The lesions named by each assessment, if any. */
  readonly lesions?: readonly (readonly string[])[];
}

/** The check of the last of these assessments, the first of which is the baseline. */
function checkLast(sums: readonly (number | null)[], code: string | null, { sent = none, lesions = [] }: Given = {}): CheckedAssessment {
  const assessments = sums.map((sum, n) => ({
    ...{ caseId: null, timepoint: n, span: { from: n, to: n + 1 }, isBaseline: n === 0, sum, lesions: lesions[n] ?? null },
  }));
  const last = coursesOf(assessments)[0]?.assessments.at(-1);
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
    ['contradict: CR over what five normal lymph nodes never are, though it fell', [180, 50], 'CR', 'contradicts'],
    ['contradict: such a CR after a baseline of 0, too', [0, 50], 'CR', 'contradicts'],
    ['do not explain CR just below that', [180, 49.9], 'CR', 'not-explained'],
    ['agree on CR at 0', [100, 0], 'CR', 'agrees'],
    ['agree on CR at 0 after a baseline of 0, too', [0, 0], 'CR', 'agrees'],
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

test('compares the changes that were sent with those of the sums', () => {
  const { changes } = checkLast([84, 60, 66], 'SD', { sent: { baseline: -18, previous: 5, nadir: null } });
  expect(changes).toEqual([
    { from: 'baseline', sent: -18, computed: -18, isSame: true },
    { from: 'previous', sent: 5, computed: 6, isSame: false },
    { from: 'nadir', sent: null, computed: 6, isSame: null },
  ]);
});

describe('CR is judged by five lymph nodes, however many lesions are named, because more may be in the sum', () => {
  test.each<[number, readonly string[], CheckedAssessment['outcome']]>([
    [10, ['T1'], 'not-explained'],
    [20, ['T1', 'T2'], 'not-explained'],
    [49.9, ['T1'], 'not-explained'],
    [50, ['T1'], 'contradicts'],
    [49.9, ['1', '2', '3', '4', '5', '6', '7'], 'not-explained'],
    [50, ['1', '2', '3', '4', '5', '6', '7'], 'contradicts'],
  ])('with %d mm of %j: %s', (sum, named, outcome) => {
    expect(checkLast([180, sum], 'CR', { lesions: [named, named] }).outcome).toBe(outcome);
  });
});

test('gives a sum of fewer lesions no outcome, and says how many there are', () => {
  const lesions = [['T1', 'T2'], ['T1', 'T2'], ['T1']];
  const checked = checkLast([80, 60, 20], 'PR', { lesions, sent: { baseline: -60, previous: -40, nadir: -40 } });
  expect(checked).toMatchObject({ outcome: null, target: null });
  expect(checked.because).toContain('1 of 2 lesions');
  expect(checked.changes.map(({ computed, isSame }) => [computed, isSame])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});
