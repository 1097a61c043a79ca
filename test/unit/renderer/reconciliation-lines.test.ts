import { expect, test } from 'vitest';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { reconcile, type Reconciliation } from '../../../src/shared/derive/reconciliation.ts';
import { coursesBySubject } from '../../../src/shared/derive/subject-courses.ts';
import { choicesOf, linesShown, reconciliationSentence } from '../../../src/renderer/places/charts/reconciliation/reconciliation-lines.ts';

function assessment(n: number, sum: number, code: string | null, sent: number | null = null, caseId = '7'): ResponseAssessment {
  return {
    ...{
      key: `${caseId}-${String(n)}`,
      subject: '0012',
      caseId,
      assessment: null,
      timepoint: n,
      assessed: null,
      at: n,
      span: { from: n, to: n + 1 },
      implausible: null,
      lesions: null,
      isBaseline: n === 0,
    },
    ...{ sum, conclusion: null, code, sent: { baseline: sent, previous: null, nadir: null }, notDerivedBecause: null },
  };
}

function of(...assessments: readonly ResponseAssessment[]): Reconciliation {
  return reconcile(coursesBySubject(assessments));
}

test('the sentence counts the outcomes of comparisons, and sent changes that differ from the sums', () => {
  expect(reconciliationSentence(of(assessment(0, 100, null), assessment(1, 65, 'PR', -35), assessment(2, 65, 'PD', -30)))).toBe(
    '1 of 2 compared conclusions agrees with the target sum, 1 is not explained by it, 0 contradict it. 1 sent change of 1 assessment differs from the sums.',
  );
  expect(reconciliationSentence(of(assessment(0, 100, null), assessment(1, 65, 'PR', -35)))).toBe(
    '1 of 1 compared conclusion agrees with the target sum, 0 are not explained by it, 0 contradict it. All changes sent by the service match the sums.',
  );
  expect(reconciliationSentence(of())).toBe('There are no assessments.');
});

test('the sentence does not say that changes match if there is nothing to compare them with', () => {
  const changes = (...assessments: readonly ResponseAssessment[]): string =>
    reconciliationSentence(of(...assessments)).replace(/^.*?\. /, '');
  const unmeasured = { ...assessment(2, 0, 'SD', -5), sum: null };
  expect(changes(assessment(0, 100, null, 0))).toBe('The service sent no changes after a baseline.');
  expect(changes(assessment(0, 100, null), unmeasured)).toBe('No change that the service sent could be compared with the sums.');
  expect(changes(assessment(0, 100, null), assessment(1, 65, 'PR', -35), unmeasured)).toBe(
    '1 sent change could not be compared. All other changes sent by the service match the sums.',
  );
  expect(changes(assessment(0, 100, null), assessment(1, 65, 'PR', -30), unmeasured)).toBe(
    '1 sent change could not be compared. 1 sent change of 1 assessment differs from the sums.',
  );
});

test('each choice shows as many lines as it states', () => {
  const whole = of(assessment(0, 100, null), assessment(1, 65, 'PR', -35), assessment(2, 65, 'PD', -30), assessment(3, 65, 'SD'));
  for (const [shown, words] of choicesOf(whole)) expect(words).toMatch(new RegExp(` ${String(linesShown(whole.lines, shown).length)}$`));
  expect(choicesOf(whole).map(([shown]) => shown)).toContain('other-changes');
  expect(choicesOf(of(assessment(1, 65, 'PR'))).map(([shown]) => shown)).not.toContain('other-changes');
});
