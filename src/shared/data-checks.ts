import { datasetNames, datasets, type DatasetName } from './datasets/datasets.ts';
import { groupDataset } from './datasets/record-datasets.ts';

interface DataCheck {
  readonly datasets: readonly DatasetName[];
  readonly title: string;
  /** What is looked for, and what it may mean. */
  readonly says: string;
}

/** What Carrel looks for in the values themselves. None of it changes or hides a record; a mark "looked at" is ours and can be taken back. */
export const dataChecks = {
  'several-units': {
    datasets: ['labs', 'vitals'],
    title: 'Several units for one test',
    says: 'The unit is not the one that most results of the test have. Spellings of one unit count as one. No figure puts them on one axis unless a conversion is listed.',
  },
  'number-against-text': {
    datasets: ['labs', 'vitals'],
    title: 'Number and text that differ',
    says: 'The result was sent as a number and as a text that says another one, such as 30 beside “>1000”. Flags and figures take the number; which of the two holds, only the source tells.',
  },
  'other-scale': {
    datasets: ['vitals'],
    title: 'Temperature on the other scale',
    says: 'A temperature in Celsius between 86 and 113, or one in Fahrenheit between 30 and 45: it reads as one of the other scale.',
  },
  'factor-jump': {
    datasets: ['labs'],
    title: 'Jump by a factor of 10 or 1000',
    says: "The result is about 10 or 1000 times the subject's results of that test before and after it, or a tenth or thousandth of both; the first and the last one are compared with the two beside them. A unit or a decimal point may be wrong.",
  },
  'systolic-below-diastolic': {
    datasets: ['vitals'],
    title: 'Systolic below diastolic',
    says: 'The systolic blood pressure is lower than the diastolic one of the same subject and time.',
  },
  'implausible-date': {
    datasets: datasetNames.filter((name) => datasets[name].date !== null),
    title: 'Date before 1990 or in the future',
    says: 'The date lies before 1990 or after the pass that brought the record, by all that it may mean. It is no last date and no part of the sign-off lag.',
  },
  'timepoint-order': {
    datasets: ['responses'],
    title: 'Timepoints against their dates',
    says: 'The assessment has a later number than another one of its course, and a date that is surely earlier. A partial date contradicts nothing that lies within it.',
  },
  'several-baselines': {
    datasets: ['responses'],
    title: 'Several baselines in one case',
    says: 'The case has a baseline before this one. What is assessed after it is a course of its own: changes, nadir and previous sum begin anew with it.',
  },
  'after-complete-response': {
    datasets: ['responses'],
    title: 'PR or SD after CR',
    says: 'A complete response was signed at an earlier assessment of the same course. Under RECIST 1.1 what follows is CR or PD.',
  },
  'range-not-read': {
    datasets: ['labs'],
    title: 'Reference range not read',
    says: 'The text of the range holds numbers, but no limit can be read from it for certain. Such results have no flag.',
  },
  'unknown-conclusion': {
    datasets: ['responses'],
    title: 'Conclusion that is no response',
    says: 'The conclusion is none of those of RECIST 1.1 (Undefined, Yes, No, or another text): it has no code and no part in figures. Undefined at a baseline is usual, and is not listed.',
  },
  'not-in-group': {
    datasets: datasetNames.filter((name) => name !== groupDataset),
    title: 'Subject that the Group does not list',
    says: 'Records name a subject that is no member of the study’s Group.',
  },
  'same-unique-subject': {
    datasets: datasetNames,
    title: 'Two subjects with one unique id',
    says: 'Two subject ids of the study come to the same unique subject id (USUBJID), because one of them has the study number in front. Put together by it, their records would be taken for one person’s.',
  },
  'group-uses-other-ids': {
    datasets: ['subjects'],
    title: 'The Group uses other ids than the records',
    says: 'No member of the Group is named by any record: the two seem to number subjects differently, so they are not compared one by one.',
  },
} as const satisfies Record<string, DataCheck>;

export type CheckName = keyof typeof dataChecks;
export const checkNames = Object.keys(dataChecks) as [CheckName, ...CheckName[]];
