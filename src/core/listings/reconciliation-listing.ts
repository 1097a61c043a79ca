import { reconcile, type Reconciled } from '../../shared/derive/reconciliation.ts';
import { coursesBySubject } from '../../shared/derive/subject-courses.ts';
import { readAssessments } from '../views/response-assessments.ts';
import { worked, workedNumber, type ListingCell, type MakeListing } from './listing.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';

/** Every assessment compared with its target sums. */
export const reconciliationListing: MakeListing = ({ study }, { subjects }) => {
  const { lines, outcomes, notCompared, otherChanges } = reconcile(coursesBySubject(readAssessments(study, subjects).assessments));
  return Promise.resolve({
    columns,
    rows: lines.map(rowOf),
    says:
      `${formatCountOf(lines.length, 'assessment')}: ${formatCount(outcomes.agrees)} agree with the target sum, ` +
      `${formatCount(outcomes['not-explained'])} are not explained by it, ${formatCount(outcomes.contradicts)} contradict it, ` +
      `${formatCount(notCompared)} could not be compared. ${formatCountOf(otherChanges, 'change')} that the service sent ${otherChanges === 1 ? 'differs' : 'differ'} from the sums.`,
    anchor: null,
  });
};

const outcomeWords = { agrees: 'agrees', 'not-explained': 'not explained', contradicts: 'contradicts' } as const;

function rowOf({ subject, course, checked }: Reconciled): readonly ListingCell[] {
  const { key, caseId, assessment, assessed, sum, conclusion, code } = course.assessment;
  const sent = (from: 'baseline' | 'previous' | 'nadir'): number | null => checked.changes.find((one) => one.from === from)?.sent ?? null;
  return [
    ...[subject === '' ? null : subject, caseId, assessment, assessed, conclusion, code, checked.target],
    ...[checked.outcome === null ? 'not compared' : outcomeWords[checked.outcome], checked.because, sum],
    ...[course.fromBaseline?.mm ?? null, course.fromBaseline?.percent ?? null, sent('baseline')],
    ...[course.fromPrevious?.mm ?? null, sent('previous')],
    ...[course.fromNadir?.mm ?? null, course.fromNadir?.percent ?? null, sent('nadir'), key],
  ];
}

const mm = (name: string, plain: string, help: string) => workedNumber(name, plain, help, 1);

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  worked('case_id', 'Case', 'The case within which the sums are compared.'),
  worked('assessment', 'Assessment', 'The name of the assessment.', { width: 180 }),
  worked('assessed', 'Assessed', 'When it was assessed, as sent.', { kind: 'datetime' }),
  worked('conclusion', 'Signed', 'The conclusion as sent.'),
  worked('code', 'Signed, code', 'The conclusion as a RECIST 1.1 response; empty if it is none.', { sdtm: 'RSSTRESC' }),
  worked('target_response', 'By target sum', 'The response by target sum alone (RECIST 1.1, 4.3).'),
  worked('outcome', 'Outcome', 'How the signed conclusion compares with the target sum.'),
  worked('because', 'Because', 'Why, in one sentence.', { width: 360 }),
  mm('sum', 'Target sum, mm', 'The sum of the target lesions, as sent.'),
  mm('from_baseline', 'From baseline, mm', 'Derived from the sums of the case.'),
  mm('from_baseline_percent', 'From baseline, %', 'The same in percent of the baseline sum.'),
  mm('from_baseline_sent', 'From baseline as sent, mm', 'The change that the service sent.'),
  mm('from_previous', 'From previous, mm', 'Derived from the sums of the case.'),
  mm('from_previous_sent', 'From previous as sent, mm', 'The change that the service sent.'),
  mm('from_nadir', 'From nadir, mm', 'Derived from the sums of the case.'),
  mm('from_nadir_percent', 'From nadir, %', 'The same in percent of the nadir.'),
  mm('from_nadir_sent', 'From nadir as sent, mm', 'The change that the service sent.'),
  worked('record_id', 'Record id', 'The identifier of the assessment as the service sent it.', { width: 240 }),
];
