import { datasetNames, datasets, type DatasetName } from '../datasets/datasets.ts';
import { groupDataset } from '../datasets/record-datasets.ts';

interface DataCheck {
  readonly datasets: readonly DatasetName[];
  readonly title: string;
  /** What is looked for, and what it may mean. */
  readonly says: string;
  readonly severity: Severity;
  /** Where the rule comes from, unless it says so itself. */
  readonly source?: string;
}

/** What a finding affects: the safety of a subject or an endpoint, a figure, or tidiness. Listed in this order everywhere. */
export const severities = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof severities)[number];

/**
 * What Carrel looks for in the values themselves. No check changes or hides a record; "looked at" marks belong to Carrel and can be
 * removed.
 */
export const dataChecks = {
  'several-units': {
    datasets: ['labs', 'vitals'],
    title: 'Several units for one test',
    says: 'The unit differs from that of most results of the test. Different spellings of a unit count as the same. Charts put such results on one axis only if a conversion is listed.',
    severity: 'minor',
  },
  'number-against-text': {
    datasets: ['labs', 'vitals'],
    title: 'Number and text differ',
    says: 'The result was sent both as a number and as a text with a different value, such as 30 and “>1000”. Flags and charts use the number; only the source can show which is correct.',
    severity: 'major',
  },
  'impossible-value': {
    datasets: ['labs', 'vitals'],
    title: 'Impossible value',
    says: 'The value is outside anything reported in a living person: a digit, decimal point or unit must be wrong.',
    severity: 'critical',
    source: 'values reported in living persons (shared/plausible-limits)',
  },
  'unit-mixed-up': {
    datasets: ['labs', 'vitals'],
    title: 'Value likely in another unit',
    says: "The value is the subject's usual one multiplied or divided by the factor between the test's two usual units, such as 18 for glucose or 2.2 for kilograms and pounds.",
    severity: 'critical',
    source: "the factors between a test's two usual units (shared/units)",
  },
  'missing-unit': {
    datasets: ['labs', 'vitals'],
    title: 'Number without a unit',
    says: 'The number has no unit, although nine in ten results of the test have one.',
    severity: 'minor',
  },
  'other-range': {
    datasets: ['labs'],
    title: 'Reference range in another unit',
    says: 'The upper limit of the reference range is at least four times, or at most a quarter of, that of most results of the test: the range seems to be in a different unit than the result.',
    severity: 'major',
  },
  'repeated-record': {
    datasets: ['labs', 'vitals', 'medications'],
    title: 'Duplicate under another id',
    says: 'The same test at the same time with the same result, or the same drug with the same times and dose, was sent more than once for the subject.',
    severity: 'minor',
  },
  'visit-out-of-order': {
    datasets: ['labs', 'vitals'],
    title: 'Visits out of order',
    says: 'A visit with a higher number is dated before one with a lower number, or vice versa. The first record of the visit is listed.',
    severity: 'major',
  },
  'date-off-visit': {
    datasets: ['labs', 'vitals'],
    title: 'Date far from its visit',
    says: 'The date is ten months or more away from most results of the same subject and visit: the year may be mistyped. Or all others of the visit are on one day, and this one is on the day of another visit or two weeks away. Unscheduled visits and unnumbered follow-ups are not checked.',
    severity: 'major',
  },
  'end-before-start': {
    datasets: ['medications'],
    title: 'End before start',
    says: 'The medication ends before it starts, whichever way partial dates are read.',
    severity: 'major',
  },
  'unusual-dose': {
    datasets: ['medications'],
    title: 'Unusual dose',
    says: "The dose is 0 or less, or far from the drug's usual dose in the same unit: at least 50 times, or at most one fiftieth.",
    severity: 'major',
  },
  'values-disagree': {
    datasets: ['labs', 'vitals'],
    title: 'Values that contradict each other',
    says: 'The value contradicts others from the same sample or measurement: a part above its whole (direct and total bilirubin, HDL and LDL and total cholesterol, albumin and protein, neutrophils and white cells), a differential that does not add up to 100 %, red cell indices that do not match hemoglobin, hematocrit and count, or a body surface area that does not match height and weight. Of the contradicting values, the one that explains most is listed.',
    severity: 'major',
    source: 'arithmetic of blood counts; Mosteller (1987) for body surface area',
  },
  'two-at-once': {
    datasets: ['labs', 'vitals'],
    title: 'Two results at one time',
    says: 'The subject has another result for the same test at the same time, in the same unit but with a different value.',
    severity: 'major',
  },
  'copied-panel': {
    datasets: ['labs', 'vitals'],
    title: 'Same values as at another time',
    says: 'All numbers at this time (at least eight labs or five vital signs) equal those of the previous time, or those of another subject. The first record is listed.',
    severity: 'critical',
  },
  placeholder: {
    datasets: ['labs', 'vitals'],
    title: 'Nines instead of a value',
    says: 'The value consists only of nines and is far from the subject’s others. Some systems write 999 or -99 for a missing value.',
    severity: 'major',
  },
  'no-result': {
    datasets: ['labs', 'vitals'],
    title: 'Record without a result',
    says: 'Neither a number nor a text was sent. Not listed in studies where this affects more than one record in 250.',
    severity: 'minor',
  },
  'no-visit': {
    datasets: ['labs', 'vitals'],
    title: 'Record without a visit',
    says: 'No visit was sent, so the coverage and the comparison of visits leave the record out. Not listed in studies where this affects more than one record in 250.',
    severity: 'minor',
  },
  'range-once': {
    datasets: ['labs'],
    title: 'Reference range differs once',
    says: 'The subject’s results for this test before and after this one share a reference range, but this one has a different range.',
    severity: 'minor',
  },
  'unlikely-value': {
    datasets: ['vitals'],
    title: 'Very unusual vital sign',
    says: 'The value is possible but very unusual at a visit, and the subject’s other values are ordinary: a digit may be wrong, or a different vital sign was entered.',
    severity: 'major',
  },
  'weight-jump': {
    datasets: ['vitals'],
    title: 'Weight that jumps',
    says: 'The weight differs by 12 % or more from the previous and next weights, which agree, within 75 days. For the first and last weights: by 20 % or more from the two nearest.',
    severity: 'major',
  },
  'other-height': {
    datasets: ['vitals'],
    title: 'Adult height that changes',
    says: 'The height differs by more than 4 cm from the subject’s usual one.',
    severity: 'major',
  },
  'half-pressure': {
    datasets: ['vitals'],
    title: 'Incomplete blood pressure',
    says: 'A systolic pressure without a diastolic pressure at the same time, or vice versa.',
    severity: 'minor',
  },
  'tenfold-dose': {
    datasets: ['medications'],
    title: 'Dose ten times the usual one',
    says: 'The dose is ten times, or one tenth of, another dose of the same drug and unit, although most doses of the drug are the same size: the decimal point may be wrong.',
    severity: 'major',
  },
  'other-dose-unit': {
    datasets: ['medications'],
    title: 'Unusual dose unit',
    says: 'The dose unit differs from that of nine in ten doses of the same drug.',
    severity: 'major',
  },
  'missing-dosage': {
    datasets: ['medications'],
    title: 'Route, dose or unit missing',
    says: 'The record has no route, dose or dose unit, although nearly all records in the study and most records of the same drug have one.',
    severity: 'minor',
  },
  'other-route': {
    datasets: ['medications'],
    title: 'Route does not match the drug',
    says: 'The drug name indicates an oral form but the route is different, or the route differs from that of nine in ten records of the same drug.',
    severity: 'major',
  },
  'overlapping-courses': {
    datasets: ['medications'],
    title: 'Overlapping courses of one drug',
    says: 'The subject has an earlier course of the same drug by the same route that certainly overlaps this one by a day or more, or one with the same start and a different dose. Not listed in studies where this affects more than one medication in fifty.',
    severity: 'minor',
  },
  'long-course': {
    datasets: ['medications'],
    title: 'Course far longer than usual',
    says: 'The course lasts ten months or more, and ten times as long as four in five courses of the same drug: the year of its start or end may be mistyped.',
    severity: 'major',
  },
  'no-drug': {
    datasets: ['medications'],
    title: 'Medication without a drug',
    says: 'The name is blank or says that the drug is unknown.',
    severity: 'major',
  },
  'spelled-otherwise': {
    datasets: ['labs', 'vitals', 'medications'],
    title: 'Spelling variant of a name',
    says: 'The name of the drug, test or visit differs by one letter, or only by case, spaces or punctuation, from one that is at least five times as frequent: tables and counts treat them as two.',
    severity: 'minor',
  },
  'code-of-another': {
    datasets: ['labs', 'vitals', 'medications'],
    title: 'Mismatched code',
    says: 'The code nearly always belongs to another drug or test, or the drug or test nearly always has another code.',
    severity: 'major',
  },
  'text-for-number': {
    datasets: ['labs', 'vitals'],
    title: 'Text instead of a number',
    says: 'The result is text (other than a bound such as <5), although nearly all results of the test are numbers. It has no flag and does not appear in charts. Not listed where this affects more than one result of the test in 50.',
    severity: 'minor',
  },
  'other-time': {
    datasets: ['labs', 'vitals'],
    title: 'Inconsistent times',
    says: 'The specimen date of the lab result differs from its collection date, or the vital sign was entered on a day before it was measured. A time in UTC may be on another day at the site, so it must differ in every time zone. Not listed where this affects more than one record in 250.',
    severity: 'minor',
  },
  'other-scale': {
    datasets: ['vitals'],
    title: 'Temperature on the other scale',
    says: 'A temperature in Celsius between 86 and 113, or in Fahrenheit between 30 and 45: it looks like a value on the other scale.',
    severity: 'major',
  },
  'factor-jump': {
    datasets: ['labs', 'vitals'],
    title: 'Jump by a factor of 10 or 1000',
    says: "The result is about 10 or 1000 times the subject's previous and next results of that test in the same unit, or a tenth or thousandth of both; the first and last results are compared with the two nearest. A unit or decimal point may be wrong. For tests that can change tenfold within days, such as ALT or platelets, only a factor of 1000 is listed.",
    severity: 'major',
  },
  'systolic-below-diastolic': {
    datasets: ['vitals'],
    title: 'Systolic not above diastolic',
    says: "The systolic blood pressure is not above the subject's diastolic pressure measured within five minutes or, if neither has a time, on the same day.",
    severity: 'major',
  },
  withdrawn: {
    datasets: datasetNames.filter((name) => datasets[name].columns.some((column) => column.name === 'status')),
    title: 'Record taken back by its status',
    says: 'The status is “entered-in-error”, “cancelled”, “not-done” or “not-taken”. The interface describes only records that count, so every table, figure and export includes it like any other: exclude it from an analysis yourself.',
    severity: 'critical',
    source: 'FHIR R4, observation-status, medication-statement-status and diagnostic-report-status',
  },
  'implausible-date': {
    datasets: datasetNames.filter((name) => datasets[name].date !== null),
    title: 'Date before 1990 or in the future',
    says: 'However it is read, the date is before 1990 (for a medication start, before 1920) or after the pass that brought the record (for a medication end, more than ten years after it, or at all where hardly any are). It does not count as a last date or towards the sign-off lag.',
    severity: 'major',
  },
  'timepoint-order': {
    datasets: ['responses'],
    title: 'Timepoints and dates disagree',
    says: 'The assessment has a higher number than another assessment of its course but a date that is certainly earlier. A partial date contradicts no date within it.',
    severity: 'critical',
  },
  'no-baseline': {
    datasets: ['responses'],
    title: 'No baseline',
    says: 'The course has assessments after a baseline, but no baseline assessment. The first of them is listed.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.2',
  },
  'follow-up-at-baseline': {
    datasets: ['responses'],
    title: 'Follow-up on or before the baseline date',
    says: 'The assessment is dated on or before the baseline of its course.',
    severity: 'major',
    source: 'RECIST 1.1, 4.2',
  },
  'many-lesions': {
    datasets: ['responses'],
    title: 'More than five target lesions',
    says: 'The target sum names more than five lesions. RECIST 1.1 (4.2) has five at most.',
    severity: 'major',
    source: 'RECIST 1.1, 4.2',
  },
  'contradicts-sum': {
    datasets: ['responses'],
    title: 'Conclusion contradicts the target sum',
    says: 'The signed conclusion contradicts the target sum, and no information the service does not send could explain it. Reconciliation shows the sums.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.3.1',
  },
  'after-progression': {
    datasets: ['responses'],
    title: 'Response after progression',
    says: 'CR, PR, SD or NON-CR/NON-PD was signed after PD in the same course. Under RECIST 1.1 a course ends with progression.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.3',
  },
  'response-at-baseline': {
    datasets: ['responses'],
    title: 'Response at the baseline',
    says: 'The baseline has a response, although at baseline there is nothing yet to respond to.',
    severity: 'major',
    source: 'RECIST 1.1, 4.2',
  },
  'target-sum': {
    datasets: ['responses'],
    title: 'Impossible target sum',
    says: 'The sum is below 0, or a baseline sum is less than 10 mm per target lesion named, or a baseline sum is 0 or missing although later assessments have one.',
    severity: 'critical',
    source: 'RECIST 1.1, 3.1.1',
  },
  'other-change': {
    datasets: ['responses'],
    title: 'Change does not match the sums',
    says: 'A change from baseline, previous assessment or nadir, as sent, is not the difference of the sums. Reconciliation shows both.',
    severity: 'major',
    source: 'RECIST 1.1, 4.3.1',
  },
  'lesion-left-out': {
    datasets: ['responses'],
    title: 'Response without all target lesions',
    says: 'CR, PR, SD or NON-CR/NON-PD was signed although a target lesion from baseline is missing. The response should then be NE or PD.',
    severity: 'major',
    source: 'RECIST 1.1, 4.4.2',
  },
  'response-against-targets': {
    datasets: ['responses'],
    title: 'Response inconsistent with target lesions',
    says: 'NON-CR/NON-PD was signed with a target sum, or PR or SD without one, although the baseline has target lesions.',
    severity: 'major',
    source: 'RECIST 1.1, tables 1 and 2',
  },
  'repeated-timepoint': {
    datasets: ['responses'],
    title: 'Duplicate timepoint',
    says: 'Another assessment of the same course has the same timepoint.',
    severity: 'major',
  },
  'missing-timepoint': {
    datasets: ['responses'],
    title: 'Missing timepoint',
    says: 'An earlier timepoint number is missing. It may not be signed yet: only signed assessments are sent.',
    severity: 'minor',
  },
  'shared-case': {
    datasets: ['responses'],
    title: 'Case shared by two subjects',
    says: 'Another subject has the same case: one of the two has the other’s assessments.',
    severity: 'critical',
  },
  'odd-interval': {
    datasets: ['responses'],
    title: 'Unusual assessment interval',
    says: "The assessment is at least 150 days and three of the study's usual intervals after the previous one, or at least a day and at most a fifth of an interval after it. Not listed in studies where this affects more than one assessment in fifty.",
    severity: 'minor',
  },
  'several-baselines': {
    datasets: ['responses'],
    title: 'Several baselines in one case',
    says: 'The case already has an earlier baseline. Assessments after this one form a separate course: changes, nadir and previous sum start again.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.2',
  },
  'after-complete-response': {
    datasets: ['responses'],
    title: 'PR or SD after CR',
    says: 'A complete response was signed at an earlier assessment of the same course. Under RECIST 1.1 only CR or PD can follow.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.3',
  },
  'range-not-read': {
    datasets: ['labs'],
    title: 'Reference range not read',
    says: 'The range text contains numbers, but no limit can be read from it with certainty. Such results have no flag.',
    severity: 'minor',
  },
  'unknown-conclusion': {
    datasets: ['responses'],
    title: 'Conclusion is not a RECIST response',
    says: 'The conclusion is not a RECIST 1.1 response (Undefined, Yes, No, or other text), so it has no code. Charts show the assessment without a response, and it counts for no best response. Undefined at baseline is usual and is not listed.',
    severity: 'major',
    source: 'RECIST 1.1, 4.3',
  },
  'not-in-group': {
    datasets: datasetNames.filter((name) => name !== groupDataset),
    title: 'Subject not in the Group',
    says: 'Records name a subject who is not a member of the study’s Group.',
    severity: 'major',
  },
  'other-id-format': {
    datasets: ['subjects'],
    title: 'Unusual subject number',
    says: 'The length, letters or separators of the subject number differ from nine in ten numbers in the Group: a character may be missing or extra.',
    severity: 'major',
  },
  'same-unique-subject': {
    datasets: datasetNames,
    title: 'Two subjects with one unique id',
    says: 'Two subject ids of the study give the same unique subject id (USUBJID) because one already starts with the study number. Joined by it, their records would look like one person’s.',
    severity: 'critical',
    source: 'SDTM, USUBJID',
  },
  'group-uses-other-ids': {
    datasets: ['subjects'],
    title: 'The Group uses other ids than the records',
    says: 'No record names any member of the Group: the two seem to number subjects differently, so they are not compared one by one.',
    severity: 'major',
  },
} as const satisfies Record<string, DataCheck>;

export type CheckName = keyof typeof dataChecks;
export const checkNames = Object.keys(dataChecks) as [CheckName, ...CheckName[]];
