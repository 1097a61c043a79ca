import { checkResponses as checkAll } from '../../../src/core/checks/check-responses.ts';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';

/** The findings other than a missing baseline, because most of these courses have no baseline. */
export function checkResponses(assessments: readonly ResponseAssessment[]): ReturnType<typeof checkAll> {
  return checkAll(assessments).filter(({ check }) => check !== 'no-baseline');
}

/** An assessment of one case, without a result unless `more` has one. */
export function assessment(timepoint: number | null, at: number | null, more: Partial<ResponseAssessment> = {}): ResponseAssessment {
  return {
    ...{ key: `${String(timepoint)}@${String(at)}`, subject: '0012', caseId: '7', assessment: null, timepoint, assessed: null, at },
    ...{ span: at === null ? null : { from: at, to: at + 1 }, implausible: null, lesions: null },
    ...{ isBaseline: false, sum: null, conclusion: null, code: null, notDerivedBecause: null },
    sent: { baseline: null, previous: null, nadir: null },
    ...more,
  };
}
