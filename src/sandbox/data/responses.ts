import { digits, fragment, writeJson, type Json } from '../json.ts';
import { DIAGNOSTIC_SECTION_SYSTEM, structure } from '../structure.ts';
import { localText, moment } from './calendar.ts';
import { assessmentDay, caseAssessments, planCases, type Case } from './case-plan.ts';
import { lesionCounts } from './courses.ts';
import { fromBlocks, type Block, type Dataset, type RecordText } from './dataset.ts';
import { between, hash } from './random.ts';
import type { Assessment } from './recist.ts';
import type { StudyData } from './study-data.ts';

const FIRST_CASE_ID = 4100;
const FIRST_ASSESSMENT_ID = 90_000;
const NONE = '--';
const RADIOLOGY = fragment([{ coding: [{ system: DIAGNOSTIC_SECTION_SYSTEM, code: 'RAD', display: 'Radiology' }], text: 'Radiology' }]);

/** The response assessments of a study, case by case, in the order of their timepoints. */
export function buildResponses(study: StudyData): Dataset {
  return fromBlocks(planCases(study).map((one) => caseBlock(study, one)));
}

function caseBlock(study: StudyData, one: Case): Block {
  return {
    size: one.visible,
    record(timepoint) {
      const assessment = caseAssessments(one)[timepoint];
      if (assessment === undefined) throw new RangeError('There is no assessment with that index.');
      return writeReport(study, one, timepoint, assessment);
    },
  };
}

function writeReport(study: StudyData, one: Case, timepoint: number, assessment: Assessment): RecordText {
  const id = String(FIRST_ASSESSMENT_ID + one.subject.rank * 100 + one.index * 50 + timepoint);
  const at = moment(assessmentDay(one, timepoint), between(hash(one.seed, 8, timepoint), 480, 1020));
  const resource: Json = {
    resourceType: 'DiagnosticReport',
    extension: extensions(study, one, timepoint, assessment),
    identifier: [{ system: structure('AssessmentId'), value: id }],
    status: 'final',
    category: RADIOLOGY,
    subject: { reference: `Patient/${one.subject.id}` },
    effectiveDateTime: localText(at),
    result: lesions(study, one, id, assessment),
    conclusion: conclusion(study, one, assessment),
  };
  return { id, json: writeJson(resource) };
}

/** In the order of spec 2.4; index 6 (the assessment's revision date) is absent in the returned data. */
function extensions(study: StudyData, one: Case, timepoint: number, assessment: Assessment): readonly Json[] {
  const { sum } = assessment.reading;
  return [
    { url: structure('IDB.Protocol'), valueString: study.profile.number },
    { url: structure('SponsorId'), valueString: study.profile.sponsor },
    { url: structure('CaseId'), valueInteger: caseId(one) },
    { url: structure('TrialName'), valueString: study.profile.trialName },
    { url: structure('TrialArmName'), valueString: 'RECIST 1.1' },
    { url: structure('RevisionNumber'), valueInteger: 1 + (hash(one.seed, 9) % 3) },
    { url: structure('RevisionNumber'), valueInteger: assessmentRevision(one, timepoint) },
    { url: structure('Name'), valueString: timepoint === 0 ? 'Baseline' : `Follow-up ${timepoint}` },
    { url: structure('Timepoint'), valueInteger: timepoint },
    { url: structure('CumulativeQuantityId'), valueString: 'targetsum' },
    ...(sum === null
      ? []
      : [
          { url: structure('CurrentValue'), valueDecimal: digits(sum / 10, 1) },
          { url: structure('Unit'), valueString: 'mm' },
        ]),
    { url: structure('ChangeFromPrevious'), valueString: changeText(assessment.fromPrevious) },
    { url: structure('ChangeFromBaseline'), valueString: changeText(assessment.fromBaseline) },
    { url: structure('ChangeFromNadir'), valueString: changeText(assessment.fromNadir) },
  ];
}

function assessmentRevision(one: Case, timepoint: number): number {
  return 1 + (hash(one.seed, 10, timepoint) % 5 === 0 ? 1 : 0) + (one.rereads.get(timepoint) ?? 0);
}

function caseId(one: Case): number {
  return FIRST_CASE_ID + one.subject.rank * 2 + one.index;
}

/** A signed value and ` mm`; `--` where there is none. */
function changeText(tenths: number | null): string {
  if (tenths === null) return NONE;
  return `${tenths > 0 ? '+' : ''}${(tenths / 10).toFixed(1)} mm`;
}

/** References to the lesions; how they are retrieved is not shown (spec 4.5). */
function lesions(study: StudyData, one: Case, assessmentId: string, assessment: Assessment): readonly Json[] {
  const first = one.readings[0] ?? assessment.reading;
  const { targets, others } = lesionCounts(one.kind, one.seed, first);
  const labels = [...labelled('T', targets), ...labelled('NT', others), ...labelled('NL', assessment.reading.newLesion ? 1 : 0)];
  return labels.map((label) => {
    const display = `${caseId(one)}-${assessmentId}-${label}`;
    return { reference: `Observation?researchstudy=${study.profile.number}&category=imaging&id=${display}`, display };
  });
}

function labelled(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(2, '0')}`);
}

/**
 * The vocabulary also holds `Yes` and `No`, without saying what is asked. One subject's reader answers with them
 * whether the tumour progressed, so that both occur.
 */
function conclusion(study: StudyData, one: Case, assessment: Assessment): string {
  const answersOnly = one.subject.rank === 17 && study.profile.number !== '22-001';
  if (!answersOnly || assessment.conclusion === 'Undefined') return assessment.conclusion;
  return assessment.conclusion === 'Progressive Disease' ? 'Yes' : 'No';
}
