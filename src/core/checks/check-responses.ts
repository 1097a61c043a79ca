import type { ResponseAssessment } from '../../shared/calls/views.ts';
import type { Finding } from './finding.ts';

/** What is wrong with the order and the conclusions of response assessments. */
export function checkResponses(assessments: readonly ResponseAssessment[]): readonly Finding[] {
  const byCase = new Map<string, ResponseAssessment[]>();
  for (const assessment of assessments) {
    // What names nobody may be of several people.
    if (assessment.subject === '') continue;
    const name = JSON.stringify([assessment.subject, assessment.caseId]);
    const known = byCase.get(name);
    if (known === undefined) byCase.set(name, [assessment]);
    else known.push(assessment);
  }
  const unknown = assessments.filter(
    (one) => one.conclusion !== null && one.code === null && isRecist(one.notDerivedBecause) && !isUsualAtBaseline(one),
  );
  return [
    ...[...byCase.values()].flatMap(inWrongOrder).map((one) => finding('timepoint-order', one)),
    ...[...byCase.values()].flatMap(afterCompleteResponse).map((one) => finding('after-complete-response', one)),
    ...unknown.map((one) => finding('unknown-conclusion', one)),
  ];
}

function isRecist(notDerivedBecause: string | null): boolean {
  return notDerivedBecause?.includes('criteria') !== true;
}

/** At the baseline there is no response yet: "Undefined" is what stands there. */
function isUsualAtBaseline({ isBaseline, conclusion }: ResponseAssessment): boolean {
  return isBaseline && conclusion === 'Undefined';
}

function finding(check: Finding['check'], { key, subject }: ResponseAssessment): Finding {
  return { check, dataset: 'responses', key, subject };
}

/** Those with a later number and an earlier date than another one of their case. */
function inWrongOrder(ofCase: readonly ResponseAssessment[]): readonly ResponseAssessment[] {
  const numbered = ofCase.flatMap((one) => (one.timepoint === null || one.at === null ? [] : [{ one, number: one.timepoint, at: one.at }]));
  const found: ResponseAssessment[] = [];
  /** The latest date of those with this number or an earlier one, and of those with an earlier one. */
  let [latest, before, number] = [-Infinity, -Infinity, -Infinity];
  for (const next of numbered.sort((left, right) => left.number - right.number)) {
    if (next.number > number) [before, number] = [latest, next.number];
    if (next.at < before) found.push(next.one);
    latest = Math.max(latest, next.at);
  }
  return found;
}

/** Those signed PR or SD on a later day than a CR of their case. */
function afterCompleteResponse(ofCase: readonly ResponseAssessment[]): readonly ResponseAssessment[] {
  const first = ofCase.reduce((earliest, { code, at }) => (code === 'CR' && at !== null ? Math.min(earliest, at) : earliest), Infinity);
  return ofCase.filter(({ code, at }) => (code === 'PR' || code === 'SD') && at !== null && at > first);
}
