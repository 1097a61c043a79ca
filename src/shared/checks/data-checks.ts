import { datasetNames, datasets, type DatasetName } from '../datasets/datasets.ts';
import { groupDataset } from '../datasets/record-datasets.ts';

interface DataCheck {
  readonly datasets: readonly DatasetName[];
  readonly title: string;
  /** What is looked for, and what it may mean. */
  readonly says: string;
  readonly severity: Severity;
  /** Where the rule comes from, where it does not say so itself. */
  readonly source?: string;
}

/** How much a finding matters: to the safety of a subject or an endpoint, to a figure, or to tidiness. In this order wherever they are listed. */
export const severities = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof severities)[number];

/** What Carrel looks for in the values themselves. None of it changes or hides a record; a mark "looked at" is ours and can be taken back. */
export const dataChecks = {
  'several-units': {
    datasets: ['labs', 'vitals'],
    title: 'Several units for one test',
    says: 'The unit is not the one that most results of the test have. Spellings of one unit count as one. No figure puts them on one axis unless a conversion is listed.',
    severity: 'minor',
  },
  'number-against-text': {
    datasets: ['labs', 'vitals'],
    title: 'Number and text that differ',
    says: 'The result was sent as a number and as a text that says another one, such as 30 beside “>1000”. Flags and figures take the number; which of the two holds, only the source tells.',
    severity: 'major',
  },
  'impossible-value': {
    datasets: ['labs', 'vitals'],
    title: 'Value that nobody has',
    says: 'The value lies beyond anything that was reported of a living person: a digit, a decimal point or a unit is wrong.',
    severity: 'critical',
    source: 'values reported of living persons (shared/plausible-limits)',
  },
  'unit-mixed-up': {
    datasets: ['labs', 'vitals'],
    title: 'Value that seems to be in another unit',
    says: "The value is the subject's usual one times or by the factor between the two usual units of the test, such as 18 for glucose or 2.2 for kilograms and pounds.",
    severity: 'critical',
    source: "the factors between a test's two usual units (shared/units)",
  },
  'missing-unit': {
    datasets: ['labs', 'vitals'],
    title: 'Number without a unit',
    says: 'The number has no unit, although nine of ten results of the test have one.',
    severity: 'minor',
  },
  'other-range': {
    datasets: ['labs'],
    title: 'Range of another unit',
    says: 'The upper limit of the reference range is four times that of most results of the test, or a quarter of it and less: the range seems to be in another unit than the result.',
    severity: 'major',
  },
  'repeated-record': {
    datasets: ['labs', 'vitals', 'medications'],
    title: 'The same again under another id',
    says: 'The same test at the same time with the same result, or the same drug with the same times and dose, was sent once more for the subject.',
    severity: 'minor',
  },
  'visit-out-of-order': {
    datasets: ['labs', 'vitals'],
    title: 'Visits out of order',
    says: 'A visit with a higher number has an earlier date than one with a lower number, or the other way round. The first record of the visit is listed.',
    severity: 'major',
  },
  'date-off-visit': {
    datasets: ['labs', 'vitals'],
    title: 'Date far from its visit',
    says: 'The date lies ten months or more from those of most results of the same subject and visit: the year may be mistyped. Unscheduled visits and follow-ups without a number are not looked at.',
    severity: 'major',
  },
  'end-before-start': {
    datasets: ['medications'],
    title: 'End before start',
    says: 'The medication ends before it begins, however partial dates are read.',
    severity: 'major',
  },
  'unusual-dose': {
    datasets: ['medications'],
    title: 'Unusual dose',
    says: 'The dose is 0 or less, or far from the usual dose of the drug in the same unit: at least 50 times as much, or a fiftieth at most.',
    severity: 'major',
  },
  'values-disagree': {
    datasets: ['labs', 'vitals'],
    title: 'Values that contradict each other',
    says: 'The value cannot stand beside others of the same sample or measurement: a part above its whole (direct and total bilirubin, HDL and LDL and total cholesterol, albumin and protein, neutrophils and white cells), a differential that does not come to 100 %, red cell indices that are not those of hemoglobin, hematocrit and count, a body surface area that is not that of height and weight. Of the values that contradict each other the one that explains most is listed.',
    severity: 'major',
    source: 'arithmetic of blood counts; Mosteller (1987) for body surface area',
  },
  'two-at-once': {
    datasets: ['labs', 'vitals'],
    title: 'Two results of one time',
    says: 'The subject has another result of the same test at the same time, in the same unit and with another value.',
    severity: 'major',
  },
  'copied-panel': {
    datasets: ['labs', 'vitals'],
    title: 'The same values as at another time',
    says: 'All numbers of this time (eight labs or five vital signs at least) are those of the time before, or those of another subject. The first record is listed.',
    severity: 'critical',
  },
  placeholder: {
    datasets: ['labs', 'vitals'],
    title: 'Nines in place of a value',
    says: 'The value is written in nines alone and is far from the subject’s others: such as 999 or -99 stands for a missing value in some systems.',
    severity: 'major',
  },
  'no-result': {
    datasets: ['labs', 'vitals'],
    title: 'Record without a result',
    says: 'Neither a number nor a text was sent. Not listed in studies where more than one record in 250 has none.',
    severity: 'minor',
  },
  'no-visit': {
    datasets: ['labs', 'vitals'],
    title: 'Record without a visit',
    says: 'No visit was sent: the record has no place in what goes by visits. Not listed in studies where more than one record in 250 has none.',
    severity: 'minor',
  },
  'range-once': {
    datasets: ['labs'],
    title: 'Another range once',
    says: 'The subject’s results of the test before and after this one have the same reference range, and this one another.',
    severity: 'minor',
  },
  'unlikely-value': {
    datasets: ['vitals'],
    title: 'Vital sign that is hardly ever seen',
    says: 'Somebody may have the value, but hardly at a visit, and the subject’s others are ordinary: a digit may be wrong, or another vital sign was entered.',
    severity: 'major',
  },
  'weight-jump': {
    datasets: ['vitals'],
    title: 'Weight that jumps',
    says: 'The weight differs by 12 % and more from the one before and the one after, which agree, within 75 days; the first and the last one by 20 % from the two beside them.',
    severity: 'major',
  },
  'other-height': {
    datasets: ['vitals'],
    title: 'Height of a grown-up that changes',
    says: 'The height differs by more than 4 cm from the subject’s usual one.',
    severity: 'major',
  },
  'half-pressure': {
    datasets: ['vitals'],
    title: 'Half a blood pressure',
    says: 'A systolic pressure without a diastolic one of the same time, or the other way round.',
    severity: 'minor',
  },
  'tenfold-dose': {
    datasets: ['medications'],
    title: 'Dose ten times the usual one',
    says: 'The dose is ten times a dose that others of the same drug and unit have, or a tenth of it, although most doses of the drug are of one size: the decimal point may be wrong.',
    severity: 'major',
  },
  'other-dose-unit': {
    datasets: ['medications'],
    title: 'Dose in another unit than usual',
    says: 'The unit of the dose is not the one that nine of ten doses of the same drug have.',
    severity: 'major',
  },
  'missing-dosage': {
    datasets: ['medications'],
    title: 'Route, dose or unit missing',
    says: 'The record has no route, no dose or no unit of its dose, although nearly all of the study and most of the same drug have it.',
    severity: 'minor',
  },
  'other-route': {
    datasets: ['medications'],
    title: 'Route that does not go with the drug',
    says: 'The drug is one that is swallowed, by its name, and the route another one; or the route is not the one that nine of ten records of the same drug have.',
    severity: 'major',
  },
  'overlapping-courses': {
    datasets: ['medications'],
    title: 'Overlapping courses of one drug',
    says: 'The subject has an earlier course of the same drug by the same route that surely overlaps this one by a day or more, or one with the same start and another dose. Not listed in studies where more than one in fifty medications do so.',
    severity: 'minor',
  },
  'long-course': {
    datasets: ['medications'],
    title: 'Course far longer than usual',
    says: 'The course lasts ten months or more, and ten times as long as four of five courses of the same drug: the year of its start or its end may be mistyped.',
    severity: 'major',
  },
  'no-drug': {
    datasets: ['medications'],
    title: 'Medication without a drug',
    says: 'The name is blank, or says that the drug is not known.',
    severity: 'major',
  },
  'spelled-otherwise': {
    datasets: ['labs', 'vitals', 'medications'],
    title: 'Name spelled in another way',
    says: 'The name of the drug, test or visit differs by one letter, or by case, spaces or marks alone, from one that is at least five times as frequent: tables and counts take them for two.',
    severity: 'minor',
  },
  'code-of-another': {
    datasets: ['labs', 'vitals', 'medications'],
    title: 'Code of another one',
    says: 'The code nearly always stands with another drug or test, or the drug nearly always with another code.',
    severity: 'major',
  },
  'text-for-number': {
    datasets: ['labs', 'vitals'],
    title: 'Text in place of a number',
    says: 'The result is a text and no bound, although nearly all results of the test are numbers: it has no flag, and no part in figures. Not listed where more than one result of the test in 50 is one.',
    severity: 'minor',
  },
  'other-time': {
    datasets: ['labs', 'vitals'],
    title: 'Times that do not go together',
    says: 'The lab result has another day as the time of its specimen than as that of its collection, or the vital sign was entered on a day before it was measured. Not listed where more than one record in 250 is such.',
    severity: 'minor',
  },
  'other-scale': {
    datasets: ['vitals'],
    title: 'Temperature on the other scale',
    says: 'A temperature in Celsius between 86 and 113, or one in Fahrenheit between 30 and 45: it reads as one of the other scale.',
    severity: 'major',
  },
  'factor-jump': {
    datasets: ['labs', 'vitals'],
    title: 'Jump by a factor of 10 or 1000',
    says: "The result is about 10 or 1000 times the subject's results of that test in the same unit before and after it, or a tenth or thousandth of both; the first and the last one are compared with the two beside them. A unit or a decimal point may be wrong. Tests whose results may change tenfold within days, such as ALT or platelets, are found by 1000 alone.",
    severity: 'major',
  },
  'systolic-below-diastolic': {
    datasets: ['vitals'],
    title: 'Systolic not above diastolic',
    says: 'The systolic blood pressure is not above the diastolic one of the same subject within five minutes.',
    severity: 'major',
  },
  'implausible-date': {
    datasets: datasetNames.filter((name) => datasets[name].date !== null),
    title: 'Date before 1990 or in the future',
    says: 'The date lies before 1990 (the start of a medication: before 1920) or after the pass that brought the record, by all that it may mean; an end of a medication, more than ten years after it. It is no last date and no part of the sign-off lag.',
    severity: 'major',
  },
  'timepoint-order': {
    datasets: ['responses'],
    title: 'Timepoints against their dates',
    says: 'The assessment has a later number than another one of its course, and a date that is surely earlier. A partial date contradicts nothing that lies within it.',
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
    title: 'Follow-up on the day of the baseline',
    says: 'The assessment has the date of the baseline of its course, or an earlier one.',
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
    title: 'Conclusion against the target sum',
    says: 'The signed conclusion contradicts what the target sum says, and nothing that is not sent could explain it. Reconciliation shows the sums.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.3.1',
  },
  'after-progression': {
    datasets: ['responses'],
    title: 'Response after progression',
    says: 'CR, PR, SD or NON-CR/NON-PD was signed after a PD of the same course. Under RECIST 1.1 a course ends with progression.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.3',
  },
  'response-at-baseline': {
    datasets: ['responses'],
    title: 'Response at the baseline',
    says: 'The baseline has a response, although there is nothing yet that it could be a response to.',
    severity: 'major',
    source: 'RECIST 1.1, 4.2',
  },
  'target-sum': {
    datasets: ['responses'],
    title: 'Target sum that cannot be',
    says: 'The sum is below 0; or it is that of a baseline, and less than 10 mm for each target lesion named, or 0 or missing although later assessments have one.',
    severity: 'critical',
    source: 'RECIST 1.1, 3.1.1',
  },
  'other-change': {
    datasets: ['responses'],
    title: 'Change that the sums do not bear out',
    says: 'A change from baseline, previous or nadir that was sent is not the difference of the sums. Reconciliation shows both.',
    severity: 'major',
    source: 'RECIST 1.1, 4.3.1',
  },
  'lesion-left-out': {
    datasets: ['responses'],
    title: 'Response without all target lesions',
    says: 'CR, PR, SD or NON-CR/NON-PD was signed, although a target lesion of the baseline is not named: then the response is NE, or PD.',
    severity: 'major',
    source: 'RECIST 1.1, 4.4.2',
  },
  'response-against-targets': {
    datasets: ['responses'],
    title: 'Response that does not go with target lesions',
    says: 'NON-CR/NON-PD was signed beside a target sum, or PR or SD without one, although the baseline has target lesions.',
    severity: 'major',
    source: 'RECIST 1.1, tables 1 and 2',
  },
  'repeated-timepoint': {
    datasets: ['responses'],
    title: 'Timepoint that is there twice',
    says: 'Another assessment of the same course has the same timepoint.',
    severity: 'major',
  },
  'missing-timepoint': {
    datasets: ['responses'],
    title: 'Timepoint left out',
    says: 'A number before that of this assessment is not there. It may not be signed yet: only signed assessments are sent.',
    severity: 'minor',
  },
  'shared-case': {
    datasets: ['responses'],
    title: 'One case of two subjects',
    says: 'The case is also that of another subject: one of the two has the other’s assessments.',
    severity: 'critical',
  },
  'odd-interval': {
    datasets: ['responses'],
    title: 'Interval far from the usual one',
    says: 'The assessment is 150 days and three usual intervals of the study after the one before it, or less than a fifth of one. Not listed in studies where more than one in fifty is.',
    severity: 'minor',
  },
  'several-baselines': {
    datasets: ['responses'],
    title: 'Several baselines in one case',
    says: 'The case has a baseline before this one. What is assessed after it is a course of its own: changes, nadir and previous sum begin anew with it.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.2',
  },
  'after-complete-response': {
    datasets: ['responses'],
    title: 'PR or SD after CR',
    says: 'A complete response was signed at an earlier assessment of the same course. Under RECIST 1.1 what follows is CR or PD.',
    severity: 'critical',
    source: 'RECIST 1.1, 4.3',
  },
  'range-not-read': {
    datasets: ['labs'],
    title: 'Reference range not read',
    says: 'The text of the range holds numbers, but no limit can be read from it for certain. Such results have no flag.',
    severity: 'minor',
  },
  'unknown-conclusion': {
    datasets: ['responses'],
    title: 'Conclusion that is no response',
    says: 'The conclusion is none of those of RECIST 1.1 (Undefined, Yes, No, or another text): it has no code and no part in figures. Undefined at a baseline is usual, and is not listed.',
    severity: 'major',
    source: 'RECIST 1.1, 4.3',
  },
  'not-in-group': {
    datasets: datasetNames.filter((name) => name !== groupDataset),
    title: 'Subject that the Group does not list',
    says: 'Records name a subject that is no member of the study’s Group.',
    severity: 'major',
  },
  'other-id-format': {
    datasets: ['subjects'],
    title: 'Subject numbered in another way',
    says: 'The subject’s number has other lengths, letters or separators than nine of ten numbers of the Group: a character may be missing or too many.',
    severity: 'major',
  },
  'same-unique-subject': {
    datasets: datasetNames,
    title: 'Two subjects with one unique id',
    says: 'Two subject ids of the study come to the same unique subject id (USUBJID), because one of them has the study number in front. Put together by it, their records would be taken for one person’s.',
    severity: 'critical',
    source: 'SDTM, USUBJID',
  },
  'group-uses-other-ids': {
    datasets: ['subjects'],
    title: 'The Group uses other ids than the records',
    says: 'No member of the Group is named by any record: the two seem to number subjects differently, so they are not compared one by one.',
    severity: 'major',
  },
} as const satisfies Record<string, DataCheck>;

export type CheckName = keyof typeof dataChecks;
export const checkNames = Object.keys(dataChecks) as [CheckName, ...CheckName[]];
