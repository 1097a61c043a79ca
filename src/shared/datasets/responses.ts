import { textIn } from '../derive/cells.ts';
import { isChangeText, parseChange } from '../derive/change-text.ts';
import * as derive from '../derive/response.ts';
import * as common from './common-columns.ts';
import { defineDataset, type SourceColumn } from './declaration.ts';

const { sections } = common;
const ASSESSMENT_NAME = /^(?:Baseline|Follow-up (?:[1-9]|1\d|2[0-5]))$/;

/** Tumour response assessments: DiagnosticReport (spec 2.4). */
export const responses = defineDataset({
  name: 'responses',
  title: 'Responses',
  singular: 'response assessment',
  version: 1,
  endpoint: { path: '/svc-apim/external/v2/crit/svc/api/DiagnosticReport', category: null },
  resourceType: 'DiagnosticReport',
  domain: 'RS',
  key: 'record_id',
  described: ['resourceType', 'extension[].url'],
  defaultSort: ['subject', 'assessed'],
  indexes: [['subject', 'assessed']],
  columns: [
    common.subject,
    {
      name: 'assessment', kind: 'text', plain: 'Assessment', sdtm: 'VISIT', width: 110, section: sections.whenAndWhom, shown: true, required: true, categorical: true,
      help: 'Name of the assessment: Baseline, or Follow-up with its number.',
      paths: ['extension[#Name]'], check: { rule: 'unexpected-value', holds: (sent) => ASSESSMENT_NAME.test(sent) },
    },
    {
      name: 'assessed', kind: 'datetime', plain: 'Assessed', sdtm: 'RSDTC', width: 152, section: sections.whenAndWhom, shown: true, required: true,
      help: 'When the assessment was made: local time, as sent, without a time zone.',
      paths: ['effectiveDateTime'],
    },
    {
      name: 'conclusion', kind: 'text', plain: 'Conclusion', sdtm: 'RSORRES', width: 150, section: sections.response, shown: true, required: true, categorical: true,
      help: "Response as signed off by the study's Principal Investigator. It can differ from what the target sum alone says.",
      paths: ['conclusion'],
      expected: ['Non-CR/Non-PD', 'Progressive Disease', 'Undefined', 'Partial Response', 'Not Evaluable', 'Complete Response', 'Stable Disease', 'No', 'Yes'],
    },
    common.derived({
      name: 'response_code', kind: 'text', plain: 'Response', sdtm: 'RSSTRESC', width: 110, shown: true, categorical: true,
      help: 'Short form of the conclusion: CR, PR, SD, PD, NE or NON-CR/NON-PD.',
      rule: 'The conclusion of a RECIST 1.1 assessment as its code; empty for Undefined, Yes, No and for other criteria.',
      derive: derive.responseCode,
    }),
    {
      name: 'current_value', kind: 'number', plain: 'Target sum', sdtm: 'TRSTRESN', width: 100, section: sections.targetSum, shown: true,
      help: 'Numeric result of the assessment: the sum of diameters of the target lesions where the measurement is "targetsum".',
      paths: ['extension[#CurrentValue]'],
    },
    {
      name: 'unit', kind: 'text', plain: 'Unit', sdtm: 'TRORRESU', width: 88, section: sections.targetSum, shown: true, categorical: true, shared: true,
      help: 'Unit of the result value as sent.',
      paths: ['extension[#Unit]'], expected: ['mm'],
    },
    change('change_from_baseline', 'Change from baseline', 'CHG', 'baseline', true),
    common.derived({
      name: 'percent_change_from_baseline', kind: 'number', plain: '% from baseline', sdtm: 'PCHG', width: 120, shown: true, decimals: 1,
      help: 'Change from baseline in percent of the baseline sum.',
      rule: '100 × change from baseline ÷ baseline sum, unrounded; empty where the baseline sum is 0 or not known.',
      derive: derive.percentChangeFromBaseline,
    }),
    change('change_from_nadir', 'Change from nadir', 'CHGNAD', 'the nadir, the least earlier sum with the baseline included', true),
    common.derived({
      name: 'percent_change_from_nadir', kind: 'number', plain: '% from nadir', sdtm: 'PCHGNAD', width: 110, shown: true, decimals: 1,
      help: 'Change from the nadir in percent of the nadir sum.',
      rule: '100 × change from nadir ÷ nadir sum, unrounded; empty where the nadir sum is 0 or not known.',
      derive: derive.percentChangeFromNadir,
    }),
    {
      name: 'lesions', kind: 'list', plain: 'Lesions', sdtm: null, width: 200, section: sections.response, shown: true,
      help: 'Lesions related to the assessment: case, assessment and lesion label. Their measurements cannot be asked for.',
      paths: ['result[].display'],
    },
    {
      name: 'timepoint', kind: 'number', plain: 'Timepoint', sdtm: 'VISITNUM', width: 90, section: sections.whenAndWhom, shown: false,
      help: 'Sequential number of the assessment; the baseline has 0.',
      paths: ['extension[#Timepoint]'],
    },
    change('change_from_previous', 'Change from previous', 'CHGPREV', 'the previous assessment', false),
    common.derived({
      name: 'baseline_sum', kind: 'number', plain: 'Baseline sum', sdtm: 'BASE', width: 110, shown: false,
      help: 'Target sum of the baseline assessment, in mm.',
      rule: 'Target sum − change from baseline; at the baseline assessment itself its own target sum.',
      derive: derive.baselineSum,
    }),
    common.derived({
      name: 'nadir_sum', kind: 'number', plain: 'Nadir sum', sdtm: 'NADIR', width: 100, shown: false,
      help: 'The least target sum before this assessment, baseline included, in mm.',
      rule: 'Target sum − change from nadir.',
      derive: derive.nadirSum,
    }),
    common.derived({
      name: 'not_derived_because', kind: 'text', plain: 'Not worked out because', sdtm: null, width: 220, shown: false, categorical: true,
      help: 'Why the response code or the sums are empty for this assessment.',
      rule: 'Names criteria other than RECIST 1.1, a measurement other than the target sum, a unit other than mm, or a conclusion that is no RECIST 1.1 response.',
      derive: derive.notDerivedBecause,
    }),
    changeText('change_from_previous_text', 'Change from previous (text)', '#ChangeFromPrevious'),
    changeText('change_from_baseline_text', 'Change from baseline (text)', '#ChangeFromBaseline'),
    changeText('change_from_nadir_text', 'Change from nadir (text)', '#ChangeFromNadir'),
    {
      name: 'criteria', kind: 'text', plain: 'Criteria', sdtm: 'RSCAT', width: 110, section: sections.response, shown: false, categorical: true, shared: true,
      help: 'Response criteria of the assessment (field TrialArmName); nothing is worked out for other criteria than RECIST 1.1.',
      paths: ['extension[#TrialArmName]'], expected: ['RECIST 1.1'],
    },
    {
      name: 'measurement', kind: 'text', plain: 'Measurement type', sdtm: null, width: 120, section: sections.targetSum, shown: false, categorical: true, shared: true,
      help: 'What the result value measures; only "targetsum" is supported.',
      paths: ['extension[#CumulativeQuantityId]'], expected: ['targetsum'],
    },
    {
      name: 'lesion_references', kind: 'list', plain: 'Lesion references', sdtm: null, width: 260, section: sections.rest, shown: false,
      help: 'Addresses of the lesion observations as sent. How to ask for them is not described.',
      paths: ['result[].reference'],
    },
    {
      name: 'case_id', kind: 'text', plain: 'Case', sdtm: null, width: 90, section: sections.rest, shown: false,
      help: 'Case identifier; one case may have several assessments. Baseline and nadir are those of the case.',
      paths: ['extension[#CaseId]'], numberAsText: true,
    },
    {
      name: 'case_revision', kind: 'number', plain: 'Case revision', sdtm: null, width: 110, section: sections.rest, shown: false,
      help: 'Revision number of the case; only the highest is available.',
      paths: ['extension[#RevisionNumber]'],
    },
    {
      name: 'assessment_revision', kind: 'number', plain: 'Assessment revision', sdtm: null, width: 140, section: sections.rest, shown: false,
      help: 'Revision number of the assessment; only the highest is available.',
      paths: ['extension[#RevisionNumber:2]'],
    },
    {
      name: 'assessment_revised', kind: 'datetime', plain: 'Assessment revised', sdtm: null, width: 150, section: sections.rest, shown: false,
      help: 'Revision date of the assessment. The interface names no address for it, so it is taken from the extension that has a date-time and an address that is not described; look at the raw record to be sure.',
      paths: ['extension[valueDateTime]'],
    },
    common.uniqueSubjectColumn,
    {
      name: 'record_id', kind: 'text', plain: 'Assessment id', sdtm: 'RSSPID', width: 130, section: sections.rest, shown: false, required: true,
      help: 'Unique identifier of the assessment at the service; stable, use it to join.',
      paths: ['identifier[].value'],
    },
    common.study,
    common.sponsorStudy,
    {
      name: 'trial_name', kind: 'text', plain: 'Study in the source system', sdtm: null, width: 180, section: sections.rest, shown: false, categorical: true, shared: true,
      help: 'Study number as entered in the source system.',
      paths: ['extension[#TrialName]'], numberAsText: true,
    },
    { ...common.status, expected: ['final'] },
    { ...common.categoryText, expected: ['Radiology'] },
    { ...common.categoryCode, expected: ['RAD'] },
    { ...common.categoryDisplay, expected: ['Radiology'] },
    common.categorySystem,
    { ...common.identifierSystem, check: { rule: 'unexpected-value', holds: common.endsWithFragment('AssessmentId') } },
  ],
});

/** A change as a number in mm; its text is the column of the same name with `_text`. */
function change<const N extends string>(name: N, plain: string, sdtm: string, from: string, shown: boolean) {
  return common.derived({
    name, kind: 'number', plain, sdtm, width: 158, shown, decimals: 1,
    help: `Change from ${from}, in mm; a fall is negative.`,
    rule: 'The number in the change text; empty for "--" and for a text that is not a signed value in mm.',
    derive: (row) => parseChange(textIn(row, `${name}_text`)),
  });
}

function changeText<const N extends string>(name: N, plain: string, fragment: string) {
  return {
    name, kind: 'text', plain, sdtm: null, width: 170, section: sections.targetSum, shown: false, numberAsText: true,
    help: 'The change as sent: a signed value and mm, or "--" where there is none.',
    paths: [`extension[${fragment}]`], check: { rule: 'unreadable-change', holds: isChangeText },
  } as const satisfies SourceColumn;
}
