import type { RecordText } from '../../../src/sandbox/data/dataset.ts';
import { digits, writeJson, type Json } from '../../../src/sandbox/json.ts';
import { DIAGNOSTIC_SECTION_SYSTEM, structure } from '../../../src/sandbox/structure.ts';
import { cell, groupRows, type Row } from './rows.ts';

const EVALUATOR = 'INVESTIGATOR';
/** Millimetres have as many decimals as the single lesions. */
const DECIMALS = 2;

const CONCLUSIONS: Readonly<Record<string, string>> = {
  CR: 'Complete Response',
  PR: 'Partial Response',
  SD: 'Stable Disease',
  PD: 'Progressive Disease',
  NE: 'Not Evaluable',
  'NON-CR/NON-PD': 'Non-CR/Non-PD',
};

/** The files of tumour identifications, tumour results and responses (TU, TR, RS). */
export interface TumourRows {
  readonly identified: readonly Row[];
  readonly measured: readonly Row[];
  readonly responses: readonly Row[];
}

/** What an assessment's sum is compared with. */
interface Course {
  readonly sums: readonly number[];
}

/**
 * The investigator's assessments as DiagnosticReports (spec 2.4), one case per subject. The sum is that of the longest
 * diameters, for lymph nodes of the short axes (RECIST 1.1). Changes compare sums of whichever lesions, as the service
 * does.
 */
export function responseRecords(rows: TumourRows, study: string): readonly RecordText[] {
  const measured = rows.measured.filter((row) => cell(row, 'TREVAL') === EVALUATOR);
  const nodes = lymphNodes(rows.identified);
  const conclusions = groupRows(
    rows.responses.filter((row) => cell(row, 'RSEVAL') === EVALUATOR),
    ...['USUBJID', 'VISITNUM'],
  );
  return [...groupRows(measured, 'USUBJID').entries()].flatMap(([subject, ofSubject], index) => {
    const visits = [...groupRows(ofSubject, 'VISITNUM').entries()].sort(([one], [other]) => Number(one) - Number(other));
    let course: Course = { sums: [] };
    return visits.map(([visit, lesions], timepoint) => {
      const sum = targetSum(lesions, nodes);
      const code = cell(conclusions.get(`${subject}|${visit}`)?.[0] ?? {}, 'RSORRES') ?? '';
      const record = writeReport({ study, subject, caseId: 4100 + index, timepoint, lesions, sum, course, code });
      if (sum !== null) course = { sums: [...course.sums, sum] };
      return record;
    });
  });
}

/** Subject and lesion of each target that is a lymph node. */
function lymphNodes(identified: readonly Row[]): ReadonlySet<string> {
  const nodes = identified.filter((row) => cell(row, 'TULOC') === 'LYMPH NODE');
  return new Set(nodes.map((row) => `${cell(row, 'USUBJID') ?? ''}|${cell(row, 'TULNKID') ?? ''}`));
}

function targetSum(lesions: readonly Row[], nodes: ReadonlySet<string>): number | null {
  const diameters = lesions.filter((row) => {
    const isNode = nodes.has(`${cell(row, 'USUBJID') ?? ''}|${cell(row, 'TRLNKID') ?? ''}`);
    return cell(row, 'TRGRPID') === 'TARGET' && cell(row, 'TRTESTCD') === (isNode ? 'LPERP' : 'LDIAM');
  });
  if (diameters.length === 0) return null;
  return diameters.reduce((sum, row) => sum + Number(cell(row, 'TRSTRESN')), 0);
}

interface Report {
  readonly study: string;
  readonly subject: string;
  readonly caseId: number;
  readonly timepoint: number;
  readonly lesions: readonly Row[];
  readonly sum: number | null;
  readonly course: Course;
  readonly code: string;
}

function writeReport(report: Report): RecordText {
  const { study, subject, caseId, timepoint, lesions, code } = report;
  const id = String(90_000 + caseId * 100 + timepoint);
  const labels = [...new Set(lesions.map((row) => cell(row, 'TRLNKID') ?? ''))];
  const resource: Json = {
    resourceType: 'DiagnosticReport',
    extension: extensions(report),
    identifier: [{ system: structure('AssessmentId'), value: id }],
    status: 'final',
    category: [{ coding: [{ system: DIAGNOSTIC_SECTION_SYSTEM, code: 'RAD', display: 'Radiology' }], text: 'Radiology' }],
    subject: { reference: `Patient/${subject}` },
    effectiveDateTime: cell(lesions[0] ?? {}, 'TRDTC'),
    result: labels.map((label) => {
      const display = `${caseId}-${id}-${label}`;
      return { reference: `Observation?researchstudy=${study}&category=imaging&id=${display}`, display };
    }),
    conclusion: CONCLUSIONS[code] ?? 'Undefined',
  };
  return { id, json: writeJson(resource) };
}

function extensions({ study, caseId, timepoint, sum, course: { sums } }: Report): readonly Json[] {
  const change = (from: number | undefined): string => (sum === null || from === undefined ? '--' : changeText(sum - from));
  return [
    { url: structure('IDB.Protocol'), valueString: study },
    { url: structure('SponsorId'), valueString: study },
    { url: structure('CaseId'), valueInteger: caseId },
    { url: structure('TrialName'), valueString: study },
    { url: structure('TrialArmName'), valueString: 'RECIST 1.1' },
    { url: structure('RevisionNumber'), valueInteger: 1 },
    { url: structure('RevisionNumber'), valueInteger: 1 },
    { url: structure('Name'), valueString: timepoint === 0 ? 'Baseline' : `Follow-up ${timepoint}` },
    { url: structure('Timepoint'), valueInteger: timepoint },
    { url: structure('CumulativeQuantityId'), valueString: 'targetsum' },
    ...(sum === null
      ? []
      : [
          { url: structure('CurrentValue'), valueDecimal: digits(sum, DECIMALS) },
          { url: structure('Unit'), valueString: 'mm' },
        ]),
    { url: structure('ChangeFromPrevious'), valueString: change(sums.at(-1)) },
    { url: structure('ChangeFromBaseline'), valueString: change(sums[0]) },
    { url: structure('ChangeFromNadir'), valueString: change(sums.length === 0 ? undefined : Math.min(...sums)) },
  ];
}

function changeText(millimetres: number): string {
  return `${millimetres > 0 ? '+' : ''}${millimetres.toFixed(DECIMALS)} mm`;
}
