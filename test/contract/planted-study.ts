import type { PublicStudy } from '../campaign/public-data/studies.ts';
import { groupOf, labRecordOf, medicationOf, reportOf, vitalOf, type Planted } from './planted-records.ts';

/** A study whose records hold every oddity known to have been lost somewhere. */
export const plantedStudy = 'PLANTED-1';

/** Members of the Group: `S-99` has records but is not a member, `S-08` is a member without records. */
export const members = ['S-01', 'S-02', 'S-03', 'S-04', 'S-05', 'S-06', 'S-07', 'S-08'] as const;

const alt = { test: 'ALT (SGPT)', unit: 'U/L', range: '7 - 56' };
const platelets = { test: 'Platelet Count', unit: '10*3/uL', range: '150 - 400' };
const bilirubin = { test: 'Bilirubin, Total', unit: 'mg/dL', range: '0.2 - 1.2' };

/** Grouped by what is odd about them. */
const oddLabs: readonly Planted[] = [
  // Units.
  { ...alt, subject: 'S-01', visit: 'C1D1', at: '2025-03-01T08:00:00', value: '24' },
  { ...alt, subject: 'S-01', visit: 'C2D1', at: '2025-03-22T08:00:00', value: '180', unit: 'IU/L', range: '7 - 56 IU/L' },
  { ...alt, subject: 'S-01', visit: 'C3D1', at: '2025-04-12T08:00:00', value: '1.1', unit: 'ukat/L', range: '0.1 - 0.9' },
  { ...alt, subject: 'S-01', visit: 'C4D1', at: '2025-05-03T08:00:00', value: '40', unit: 'furlongs', range: '7 - 56' },
  { ...alt, subject: 'S-01', visit: 'C5D1', at: '2025-05-24T08:00:00', value: '41', unit: null },
  { ...platelets, subject: 'S-01', visit: 'C1D1', at: '2025-03-01T08:00:00', value: '240' },
  { ...platelets, subject: 'S-01', visit: 'C2D1', at: '2025-03-22T08:00:00', value: '40', unit: 'K/MM3' },
  { ...platelets, subject: 'S-01', visit: 'C3D1', at: '2025-04-12T08:00:00', value: '40000', unit: 'cells/mm3', range: '150000 - 400000' },
  // Ranges.
  { ...alt, subject: 'S-02', visit: 'C1D1', at: '2025-03-02T08:00:00', value: '70', range: '7 - 56 fasting' },
  { ...alt, subject: 'S-02', visit: 'C2D1', at: '2025-03-23T08:00:00', value: '71', range: 'see report' },
  { ...alt, subject: 'S-02', visit: 'C3D1', at: '2025-04-13T08:00:00', value: '72', range: null },
  { ...bilirubin, subject: 'S-02', visit: 'C1D1', at: '2025-03-02T08:00:00', value: '1.0', range: '3 - 21 umol/L' },
  // Results that are not plain numbers.
  { ...alt, subject: 'S-03', visit: 'C1D1', at: '2025-03-03T08:00:00', text: '<5' },
  { ...alt, subject: 'S-03', visit: 'C2D1', at: '2025-03-24T08:00:00', text: '>1000' },
  { ...alt, subject: 'S-03', visit: 'C3D1', at: '2025-04-14T08:00:00', text: 'haemolysed' },
  { ...alt, subject: 'S-03', visit: 'C4D1', at: '2025-05-05T08:00:00', value: '30', text: '>1000' },
  { ...alt, subject: 'S-03', visit: 'C5D1', at: '2025-05-26T08:00:00' },
  { ...bilirubin, subject: 'S-03', visit: 'C2D1', at: '2025-03-24T08:00:00', text: '>=3.0' },
  // Dates.
  { ...alt, subject: 'S-04', visit: 'C1D1', at: '2025-03-04', value: '20' },
  { ...alt, subject: 'S-04', visit: 'C2D1', at: null, value: '21' },
  { ...alt, subject: 'S-04', visit: 'C3D1', at: '2025-04', value: '22' },
  { ...alt, subject: 'S-04', visit: 'C4D1', at: '2025-05-06T01:00:00+09:00', value: '23' },
  { ...alt, subject: 'S-04', visit: 'C5D1', at: '2999-01-01T08:00:00', value: '24' },
  { ...alt, subject: 'S-04', visit: 'C6D1', at: '1900-01-01T00:00:00', value: '25' },
  { ...alt, subject: 'S-04', visit: 'C7D1', at: 'yesterday', value: '26' },
  // Visits: none, unscheduled, several results and several days at one.
  { ...alt, subject: 'S-05', visit: null, at: '2025-03-05T08:00:00', value: '30' },
  { ...alt, subject: 'S-05', visit: 'C1D1', at: '2025-03-06T08:00:00', value: '31' },
  { ...alt, subject: 'S-05', visit: 'C1D1', at: '2025-03-06T14:00:00', value: '32' },
  { ...alt, subject: 'S-05', visit: 'C1D1', at: '2025-03-09T08:00:00', value: '33' },
  { ...alt, subject: 'S-05', visit: 'UNSCHEDULED 1.1', at: '2025-03-10T08:00:00', value: '34' },
  // No subject, a subject outside the Group, a subject without an anchor.
  { ...alt, subject: null, visit: 'C1D1', at: '2025-03-07T08:00:00', value: '35' },
  { ...alt, subject: 'S-99', visit: 'C1D1', at: '2025-03-07T08:00:00', value: '36' },
  { ...alt, subject: 'S-06', visit: 'FOLLOW-UP', at: '2025-03-07T08:00:00', value: '37' },
  { ...alt, subject: 'S-06', visit: null, at: null, value: '38' },
  // Tests with unknown or odd names.
  { test: 'Zorblax Index', unit: 'zb', range: '1 - 2', subject: 'S-01', visit: 'C1D1', at: '2025-03-01T08:00:00', value: '3' },
  { test: '', unit: 'U/L', range: null, subject: 'S-01', visit: 'C1D1', at: '2025-03-01T08:00:00', value: '3' },
  { test: 'Urine Protein', unit: null, range: 'Negative', subject: 'S-01', visit: 'C1D1', at: '2025-03-01T08:00:00', text: 'Trace' },
];

const labs = oddLabs.map((planted, place) => labRecordOf(plantedStudy, planted, place));
/** What was planted, record by record in the order of `labs`. */
export const plantedLabs = oddLabs;

const weight = { test: 'Weight (kilograms)', unit: 'kg', range: null };
export const plantedVitals: readonly Planted[] = [
  { ...weight, subject: 'S-01', visit: 'C1D1', at: '2025-03-01T08:00:00', value: '70' },
  { ...weight, subject: 'S-01', visit: 'C2D1', at: '2025-03-22T08:00:00', value: '160', unit: 'LB' },
  { ...weight, subject: 'S-02', visit: null, at: null, value: '80' },
  { ...weight, subject: null, visit: 'C1D1', at: '2025-03-01', value: '81' },
  { test: 'Height (centimeters)', unit: 'IN', range: null, subject: 'S-02', visit: 'C1D1', at: '2025-03-02', value: '70' },
  { test: 'Last recorded Height', unit: 'cm', range: null, subject: 'S-02', visit: 'C1D1', at: '2025-03-02', value: '177' },
  { test: 'Blood Pressure Positioning', unit: null, range: null, subject: 'S-02', visit: 'C1D1', at: '2025-03-02', text: 'Supine' },
];
const vitals = plantedVitals.map((planted, place) => vitalOf(plantedStudy, planted, place));

export const medications = [
  medicationOf(plantedStudy, 'M1', { subject: 'S-01', start: '2025-03-01T00:00:00', end: '2025-03-09T00:00:00', doses: [['5', 'mg']] }),
  medicationOf(plantedStudy, 'M2', { subject: 'S-01', start: null, end: null, doses: [] }),
  medicationOf(plantedStudy, 'M3', {
    subject: 'S-02',
    start: '2025',
    end: '2024-01-01T00:00:00',
    doses: [
      [null, 'mg'],
      ['10', 'mL'],
    ],
  }),
  medicationOf(plantedStudy, 'M4', { subject: 'S-99', start: '2025-03', end: null, doses: [['1', 'tablet']] }),
  medicationOf(plantedStudy, 'M5', { subject: null, start: '2025-03-01T00:00:00', end: null, doses: [] }),
];

const two = ['T01', 'T02'];
/** Two cases, two baselines, fewer lesions, invalid dates, and an assessment without a subject. */
export const plantedReports = [
  {
    subject: 'S-01',
    caseId: 1,
    name: 'Baseline',
    timepoint: 0,
    at: '2025-02-20T08:00:00',
    sum: '78',
    lesions: two,
    conclusion: 'Undefined',
  },
  {
    subject: 'S-01',
    caseId: 1,
    name: 'Follow-up 1',
    timepoint: 1,
    at: '2025-04-02T08:00:00',
    sum: '14',
    lesions: ['T01'],
    conclusion: 'Not Evaluable',
  },
  {
    subject: 'S-01',
    caseId: 1,
    name: 'Follow-up 2',
    timepoint: 2,
    at: '2025-06-02T08:00:00',
    sum: '33',
    lesions: two,
    conclusion: 'Partial Response',
  },
  {
    subject: 'S-01',
    caseId: 2,
    name: 'Baseline',
    timepoint: 0,
    at: '2025-08-01T08:00:00',
    sum: '40',
    lesions: two,
    conclusion: 'Undefined',
  },
  {
    subject: 'S-01',
    caseId: 2,
    name: 'Follow-up 1',
    timepoint: 1,
    at: '2025-09-01T08:00:00',
    sum: '41',
    lesions: two,
    conclusion: 'Stable Disease',
  },
  {
    subject: 'S-02',
    caseId: 3,
    name: 'Baseline',
    timepoint: 0,
    at: '2025-02-21T08:00:00',
    sum: '50',
    lesions: two,
    conclusion: 'Undefined',
  },
  {
    subject: 'S-02',
    caseId: 3,
    name: 'Baseline',
    timepoint: 0,
    at: '2025-05-21T08:00:00',
    sum: '30',
    lesions: two,
    conclusion: 'Undefined',
  },
  {
    subject: 'S-02',
    caseId: 3,
    name: 'Follow-up 1',
    timepoint: 1,
    at: '2025-07-21T08:00:00',
    sum: '31',
    lesions: two,
    conclusion: 'Stable Disease',
  },
  {
    subject: 'S-03',
    caseId: 4,
    name: 'Follow-up 1',
    timepoint: 1,
    at: '2025-03-21T08:00:00',
    sum: '20',
    lesions: two,
    conclusion: 'Stable Disease',
  },
  { subject: 'S-04', caseId: 5, name: 'Baseline', timepoint: 0, at: '2025-02', sum: '60', lesions: two, conclusion: 'Undefined' },
  {
    subject: 'S-04',
    caseId: 5,
    name: 'Follow-up 1',
    timepoint: 1,
    at: '2999-03-21T08:00:00',
    sum: '55',
    lesions: two,
    conclusion: 'Complete Response',
  },
  { subject: 'S-05', caseId: 6, name: 'Baseline', timepoint: 0, at: null, sum: '0', lesions: [], conclusion: 'Undefined' },
  {
    subject: 'S-05',
    caseId: 6,
    name: 'Follow-up 1',
    timepoint: 1,
    at: '2025-03-21T08:00:00',
    sum: null,
    lesions: [],
    conclusion: 'Non-CR/Non-PD',
  },
  {
    subject: null,
    caseId: 7,
    name: 'Baseline',
    timepoint: 0,
    at: '2025-02-22T08:00:00',
    sum: '10',
    lesions: ['T01'],
    conclusion: 'Undefined',
  },
  {
    subject: 'S-99',
    caseId: 8,
    name: 'Baseline',
    timepoint: 0,
    at: '2025-02-23T08:00:00',
    sum: '10',
    lesions: ['T01'],
    conclusion: 'Undefined',
  },
] as const;
const reports = plantedReports.map((planted, place) => reportOf(plantedStudy, planted, place));

/** Everything, as a service serves it. */
export const planted: PublicStudy = {
  number: plantedStudy,
  subjects: members.length,
  records: { subjects: [groupOf(plantedStudy, members)], labs, vitals, medications, responses: reports },
};
