import { expect, test } from 'vitest';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { reconcile } from '../../../src/shared/derive/reconciliation.ts';
import { coursesBySubject } from '../../../src/shared/derive/subject-courses.ts';

function assessment(n: number, sum: number, code: string | null, fromBaseline: number | null): ResponseAssessment {
  return {
    ...{ key: String(n), subject: '0012', caseId: '7', assessment: null, timepoint: n, assessed: null, at: n, isBaseline: n === 0 },
    ...{ span: { from: n, to: n + 1 }, implausible: null, lesions: null },
    ...{ sum, conclusion: null, code, sent: { baseline: fromBaseline, previous: null, nadir: null }, notDerivedBecause: null },
  };
}

test('lists every assessment and counts those that are not compared', () => {
  const { lines, outcomes, notCompared, otherChanges } = reconcile(
    coursesBySubject([
      assessment(0, 100, null, null),
      assessment(1, 65, 'PR', -35),
      assessment(2, 65, 'PD', -30),
      assessment(3, 90, 'SD', -10),
      assessment(4, 50, null, -50),
    ]),
  );
  expect(lines).toHaveLength(5);
  expect(outcomes).toEqual({ agrees: 1, 'not-explained': 1, contradicts: 1 });
  expect([notCompared, otherChanges]).toEqual([2, 1]);
});

test('names the assessments behind each change, within its case', () => {
  const { lines } = reconcile(
    coursesBySubject([
      assessment(0, 100, null, null),
      assessment(1, 60, 'PR', null),
      { ...assessment(2, 10, 'PR', null), caseId: '8' },
      assessment(3, 60, 'PR', null),
      { ...assessment(4, 0, 'SD', null), sum: null },
      assessment(5, 80, 'PD', null),
    ]),
  );
  const keys = lines.map(
    ({
      course: {
        assessment,
        references: { baseline, previous, nadir },
      },
    }) => [...[assessment.key, baseline?.key, previous?.key, nadir?.key]],
  );
  expect(keys).toEqual([
    ['0', undefined, undefined, undefined],
    ['1', '0', '0', '0'],
    ['3', '0', '1', '1'],
    ['4', '0', '3', '1'],
    ['5', '0', '3', '1'],
    ['2', undefined, undefined, undefined],
  ]);
  expect(new Set(lines.map(({ label }) => label))).toEqual(new Set(['0012 · case 7', '0012 · case 8']));
});

test('gives the reason for an assessment by other criteria and derives nothing for it', () => {
  const because = 'The criteria are not RECIST 1.1.';
  const { lines, notCompared } = reconcile(coursesBySubject([{ ...assessment(1, 0, null, -3), sum: null, notDerivedBecause: because }]));
  expect([notCompared, lines[0]?.checked.because, lines[0]?.checked.target]).toEqual([1, because, null]);
});
