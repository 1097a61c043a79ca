import { recordDatasets } from '../datasets/record-datasets.ts';
import type { DatasetName } from '../datasets/datasets.ts';
import { otherConclusion } from '../derive/response.ts';
import type { Condition } from '../query.ts';
import { checkNames, dataChecks, type CheckName } from './data-checks.ts';

/** Records that lack something some checks need. Those checks judge none of them, whatever their values. */
export interface NotJudged {
  /** Identifies these records together with the dataset. */
  readonly lacking: Lack;
  readonly dataset: DatasetName;
  /** What the records lack. */
  readonly title: string;
  readonly says: string;
  /** What the records have in common, as conditions of a table. */
  readonly where: readonly Condition[];
  /** The checks that need it, in the order in which they are explained. */
  readonly checks: readonly CheckName[];
}

/** The number of records that lack it. */
export interface NotJudgedCount extends Pick<NotJudged, 'dataset' | 'lacking'> {
  readonly records: number;
  /** Subjects among the records that name one. */
  readonly subjects: number;
}
export type NotJudgedLine = NotJudged & NotJudgedCount;

const missing = (column: string): Condition => ({ column, op: 'missing', values: [] });
const present = (column: string): Condition => ({ column, op: 'present', values: [] });

/** Checks that compare results with others of the same subject. */
const besideOthers: readonly CheckName[] = [
  ...(['factor-jump', 'impossible-value', 'unit-mixed-up', 'repeated-record', 'values-disagree', 'two-at-once', 'copied-panel'] as const),
  ...(['placeholder', 'no-result', 'no-visit', 'range-once', 'visit-out-of-order', 'date-off-visit', 'unlikely-value'] as const),
  ...(['weight-jump', 'other-height', 'half-pressure', 'systolic-below-diastolic', 'overlapping-courses'] as const),
];
/** Checks that look at one record or at the whole study, regardless of the subject. */
const ofNoSubject: readonly CheckName[] = [
  ...(['withdrawn', 'implausible-date', 'unknown-conclusion', 'target-sum', 'not-in-group', 'same-unique-subject'] as const),
];
const ofStandardResults: readonly CheckName[] = [
  ...(['impossible-value', 'unit-mixed-up', 'values-disagree', 'unlikely-value', 'weight-jump', 'other-height'] as const),
];
const ofDrugs: readonly CheckName[] = [
  ...(['tenfold-dose', 'other-dose-unit', 'missing-dosage', 'other-route', 'overlapping-courses', 'long-course'] as const),
  ...(['repeated-record', 'spelled-otherwise', 'code-of-another'] as const),
];

type Lacking = Omit<NotJudged, 'lacking' | 'dataset'> & { readonly datasets: readonly DatasetName[] };

const lacks = {
  'no-subject': {
    datasets: recordDatasets,
    title: 'No subject',
    says: 'No subject is named, so the record cannot be compared with other records of a subject.',
    where: [missing('subject')],
    checks: [...besideOthers, ...ofDataset('responses').filter((check) => !ofNoSubject.includes(check))],
  },
  'no-number': {
    datasets: ['labs', 'vitals'],
    title: 'Non-numeric result',
    says: 'Text, or a bound such as <5. Checked as text, not by the checks for numbers.',
    where: [present('result'), missing('result_number')],
    checks: [
      ...(['several-units', 'factor-jump', 'two-at-once', 'copied-panel', 'placeholder', 'half-pressure'] as const),
      ...(['systolic-below-diastolic', 'other-scale'] as const),
      ...ofStandardResults,
    ],
  },
  'no-standard-result': {
    datasets: ['labs', 'vitals'],
    title: 'Number without a standard unit',
    says: 'The unit is missing or unknown, or the test is unknown, so the number is not compared with limits or other tests. You can assign tests and units under “Tests and units”.',
    where: [present('result_number'), missing('standard_result')],
    checks: ofStandardResults,
  },
  'no-collected': {
    datasets: ['labs', 'vitals'],
    title: 'No date',
    says: 'It is not known when the result was collected, so it has no place in the sequence.',
    where: [missing('collected')],
    checks: [
      ...(['implausible-date', 'factor-jump', 'repeated-record', 'values-disagree', 'two-at-once', 'copied-panel', 'other-time'] as const),
      ...(['visit-out-of-order', 'date-off-visit', 'weight-jump', 'half-pressure', 'systolic-below-diastolic'] as const),
    ],
  },
  'no-visit': {
    datasets: ['labs', 'vitals'],
    title: 'No visit',
    says: 'It is not known at which visit the result was collected.',
    where: [missing('visit')],
    checks: ['visit-out-of-order', 'date-off-visit'],
  },
  'no-drug': {
    datasets: ['medications'],
    title: 'No drug',
    says: 'The medication has no name, so it cannot be compared with others of the same drug.',
    where: [missing('medication')],
    checks: ofDrugs,
  },
  'no-dose': {
    datasets: ['medications'],
    title: 'No dose',
    says: 'No single numeric dose was sent.',
    where: [missing('dose')],
    checks: ['unusual-dose', 'tenfold-dose'],
  },
  'no-dose-unit': {
    datasets: ['medications'],
    title: 'Dose without a unit',
    says: 'Doses are compared only with doses in the same unit; doses of 0 or below are found even without a unit.',
    where: [present('dose'), missing('dose_unit')],
    checks: ['tenfold-dose', 'other-dose-unit'],
  },
  'no-route': {
    datasets: ['medications'],
    title: 'No route',
    says: 'The route of administration was not recorded.',
    where: [missing('route')],
    checks: ['other-route'],
  },
  'no-start': {
    datasets: ['medications'],
    title: 'No start',
    says: 'It is not known when the medication was started.',
    where: [missing('started')],
    checks: ['implausible-date', 'end-before-start', 'overlapping-courses', 'long-course', 'repeated-record'],
  },
  'no-end': {
    datasets: ['medications'],
    title: 'End not recorded',
    says: 'A missing end does not mean “ongoing”: it is not known how long the medication was taken.',
    where: [missing('ended')],
    checks: ['end-before-start', 'long-course', 'overlapping-courses'],
  },
  'no-assessed': {
    datasets: ['responses'],
    title: 'No date',
    says: 'It is not known when the subject was assessed, so the order of the course depends only on the timepoint number.',
    where: [missing('assessed')],
    checks: ['implausible-date', 'timepoint-order', 'follow-up-at-baseline', 'after-progression', 'odd-interval'],
  },
  'no-timepoint': {
    datasets: ['responses'],
    title: 'No timepoint',
    says: 'The assessment has no number in its course.',
    where: [missing('timepoint')],
    checks: ['timepoint-order', 'repeated-timepoint', 'missing-timepoint'],
  },
  'no-sum': {
    datasets: ['responses'],
    title: 'No target sum',
    says: 'Nothing was measured, so there is nothing to compare with the signed conclusion.',
    where: [missing('current_value')],
    checks: ['contradicts-sum', 'other-change'],
  },
  'unused-sum': {
    datasets: ['responses'],
    title: 'Not a target sum',
    says: 'The value is not a target sum by RECIST 1.1 in mm, or below 0, so it is not compared. The column “Not derived because” gives the reason.',
    where: [
      present('current_value'),
      present('not_derived_because'),
      { column: 'not_derived_because', op: '!=', values: [otherConclusion] },
    ],
    checks: ['contradicts-sum', 'other-change'],
  },
  'no-lesions': {
    datasets: ['responses'],
    title: 'No lesions named',
    says: 'It is not stated which lesions the target sum covers.',
    where: [missing('lesions')],
    checks: ['many-lesions', 'lesion-left-out'],
  },
  'no-case': {
    datasets: ['responses'],
    title: 'No case',
    says: 'It is not stated to which case the assessment belongs.',
    where: [missing('case_id')],
    checks: ['missing-timepoint', 'shared-case'],
  },
} as const satisfies Record<string, Lacking>;

type Lack = keyof typeof lacks;
export const lackNames = Object.keys(lacks) as [Lack, ...Lack[]];

/** Reasons why checks cannot judge records, in the order of the datasets in the rail. */
export const notJudged: readonly NotJudged[] = lackNames.flatMap((lacking) => {
  const { datasets: of, checks, ...words }: Lacking = lacks[lacking];
  return of.flatMap((dataset) => {
    const needing = ofDataset(dataset).filter((check) => checks.includes(check));
    return needing.length === 0 ? [] : [{ lacking, dataset, ...words, checks: needing }];
  });
});

/** Adds the description to a count. */
export function notJudgedLine({ records, subjects, ...counted }: NotJudgedCount): NotJudgedLine {
  const declared = notJudged.find(({ dataset, lacking }) => dataset === counted.dataset && lacking === counted.lacking);
  if (declared === undefined) throw new TypeError(`No check of ${counted.dataset} needs what records with "${counted.lacking}" lack.`);
  return { ...declared, records, subjects };
}

function ofDataset(dataset: DatasetName): readonly CheckName[] {
  return checkNames.filter((name) => dataChecks[name].datasets.some((one) => one === dataset));
}
