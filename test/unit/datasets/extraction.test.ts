import { describe, expect, test } from 'vitest';
import type { BundleEntry } from '../../../src/core/bundle/bundle-entry.ts';
import { parseBundle } from '../../../src/core/bundle/bundle.ts';
import { compileExtractor } from '../../../src/core/extract/extractor.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { extension, sampleResources } from './sample-resources.ts';

interface Read {
  /** Cells of the first row by SQL column. */
  readonly cells: Readonly<Record<string, string | number | null>>;
  readonly issues: readonly string[];
  readonly undescribed: string | null;
}

function entryOf(resource: string): BundleEntry {
  const [entry] = parseBundle(
    Buffer.from(`{"resourceType":"Bundle","type":"searchset","total":1,"link":[],"entry":[{"fullUrl":"x","resource":${resource}}]}`),
  ).entries;
  if (entry === undefined) throw new Error('the page has no entry');
  return entry;
}

/** Reads a resource as the entries of a page are read. */
function read(name: DatasetName, resource: string): Read {
  const extractor = compileExtractor(datasets[name]);
  const { rows, issues } = extractor.extract(entryOf(resource), '22-001');
  const cells = rows[0]?.cells ?? [];
  return {
    cells: Object.fromEntries(extractor.columns.map((column, index) => [column.name, cells[index] ?? null])),
    issues: issues.map((issue) => `${issue.rule} ${issue.path}`),
    undescribed: rows[0]?.undescribed ?? null,
  };
}

/** The sample with one text replaced; throws if the sample does not contain it. */
function changed(name: DatasetName, from: string, to: string): string {
  const sample = sampleResources[name];
  if (!sample.includes(from)) throw new Error(`the ${name} sample does not hold ${from}`);
  return sample.replace(from, () => to);
}

const expected: Readonly<Record<DatasetName, Readonly<Record<string, string | number | null>>>> = {
  medications: {
    subject: '0012',
    medication: 'ondansetron 8 MG tablet',
    started: '2025-09-12T07:55:00',
    ended: '2025-09-14T00:00:00',
    dose: 8,
    dose_sent: '8.0',
    dose_unit: 'mg',
    doses: null,
    route: 'Oral',
    directions: '1 tablet twice daily',
    method: '8 mg',
    rate_unit: 'mg/h',
    drug_source: 'EHR prescription',
    medication_code: 'ondansetron 8 MG',
    medication_display: 'ondansetron 8 MG Oral Tablet',
    code_system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
    omop_rules: '["12:Mapped, with care","13:Dose rounded"]',
    unique_subject: '22-001-0012',
    omop_record: '4711-drug_exposure',
    record_id: 'm-1',
    study: '22-001',
    sponsor_study: 'SPN-2201-02',
    status: 'unknown',
    identifier_use: 'official',
    identifier_system: 'https://example.org/structures',
  },
  labs: {
    subject: '0012',
    visit: 'C2D1',
    collected: '2025-10-03T08:04:00',
    test: 'ALT (SGPT)',
    result: '62.10',
    unit: 'U/L',
    range_flag: 'HIGH',
    reference_range: '7 - 56',
    times_upper_limit: 1.10892857142857,
    times_upper_limit_sign: null,
    test_code: 'ALT',
    service_code: '1001742',
    result_number: 62.1,
    standard_result: 62.1,
    ctcae_grade_low: null,
    ctcae_grade_high: null,
    ctcae_not_graded: 'baseline not known',
    standard_unit: 'U/L',
    result_number_sent: '62.10',
    result_text: null,
    result_comparator: null,
    result_bound: null,
    range_low: 7,
    range_low_inclusive: 'Y',
    range_high: 56,
    range_high_inclusive: 'Y',
    normal_low: 7,
    normal_high: 56,
    range_text: null,
    specimen_time: '2025-10-03T08:04:00-05:00',
    unique_subject: '22-001-0012',
    test_display: 'ALT coded',
    record_id: '7d41c0e2',
    study: '22-001',
    sponsor_study: 'SPN-2201-02',
    performer: '8841',
    status: 'final',
    category: 'Laboratory',
    category_code: 'laboratory',
    category_display: 'Laboratory',
    category_system: 'http://example.org/category',
    code_system: 'http://example.org/codes',
    identifier: '7d41c0e2',
    identifier_system: 'https://example.org/structures#LAB_RESULTS.LR_RESULT_GUID',
  },
  vitals: {
    subject: '0012',
    visit: 'C2D1',
    collected: '2025-10-03T08:04:00',
    test: 'Weight (kilograms)',
    result: '71.5',
    unit: 'kg',
    test_code: 'WEIGHT',
    service_code: '',
    carried_forward: 'N',
    result_number: 71.5,
    standard_result: 71.5,
    standard_unit: 'kg',
    result_text: null,
    unit_system: 'http://example.org/units',
    reference_range: null,
    entered_time: '2025-10-04T01:00:00+00:00',
    unique_subject: '22-001-0012',
    test_display: 'Weight (kilograms)',
    record_id: 'v-1',
    study: '22-001',
    sponsor_study: 'SPN-2201-02',
    performer: '8841',
    status: 'final',
    category: 'Vital Signs',
    category_code: 'vital-signs',
    category_display: 'Vital Signs',
    category_system: 'http://example.org/category',
    code_system: 'http://example.org/vitals',
    identifier: 'v-1',
    identifier_system: 'https://example.org/structures#LAB_RESULTS.LR_RESULT_GUID',
  },
  responses: {
    subject: '0012',
    assessment: 'Follow-up 2',
    assessed: '2025-12-05T00:00:00',
    conclusion: 'Stable Disease',
    response_code: 'SD',
    current_value: 66.5,
    unit: 'mm',
    change_from_baseline: -17.5,
    percent_change_from_baseline: (100 * -17.5) / 84,
    change_from_nadir: 1.5,
    percent_change_from_nadir: (100 * 1.5) / 65,
    lesions: '["501-9001-T1","501-9001-T2"]',
    timepoint: 2,
    change_from_previous: null,
    baseline_sum: 84,
    nadir_sum: 65,
    not_derived_because: null,
    change_from_previous_text: '--',
    change_from_baseline_text: '-17.5 mm',
    change_from_nadir_text: '+1.5 mm',
    criteria: 'RECIST 1.1',
    measurement: 'targetsum',
    lesion_references:
      '["Observation?researchstudy=22-001&category=imaging&id=501-9001-T1","Observation?researchstudy=22-001&category=imaging&id=501-9001-T2"]',
    case_id: '501',
    case_revision: 3,
    assessment_revision: 1,
    assessment_revised: null,
    unique_subject: '22-001-0012',
    record_id: '9001',
    study: '22-001',
    sponsor_study: 'SPN-2201-02',
    trial_name: '22001',
    status: 'final',
    category: 'Radiology',
    category_code: 'RAD',
    category_display: 'Radiology',
    category_system: 'http://example.org/section',
    identifier_system: 'https://example.org/structures#AssessmentId',
  },
  subjects: {
    subject: '0012',
    unique_subject: '22-001-0012',
    study: '22-001',
    group_type: 'person',
    identifier_use: 'usual',
    identifier_system: 'https://example.org/structures#IDB.Protocol',
  },
};

const cells = Object.values(datasets).flatMap(({ name, columns }) => {
  const { cells: found } = read(name, sampleResources[name]);
  return columns.map((column) => ({ id: `${name}.${column.name}`, found: found[column.name], wanted: expected[name][column.name] }));
});

describe('each column of a resource as the specification describes it', () => {
  test.each(cells)('$id is $wanted', ({ found, wanted }) => {
    expect(wanted).not.toBeUndefined();
    expect(found).toBe(wanted);
  });

  test.each(Object.values(datasets))('$name: no issues and no undescribed fields', ({ name }) => {
    expect(read(name, sampleResources[name])).toMatchObject({ issues: [], undescribed: null });
  });

  test('keeps digits that JavaScript would change beside the number', () => {
    expect(read('labs', sampleResources.labs).cells['result_number_sent']).toBe('62.10');
    expect(read('medications', sampleResources.medications).cells['dose_sent']).toBe('8.0');
    expect(read('vitals', sampleResources.vitals).cells['result_number_sent']).toBeNull();
  });
});

interface Variant {
  readonly says: string;
  readonly dataset: DatasetName;
  readonly from: string;
  readonly to: string;
  readonly cells: Readonly<Record<string, string | number | null>>;
  readonly issues?: readonly string[];
}

const revised = extension('SomeDate', '"valueDateTime": "2025-12-09T10:00:00"');

const variants: readonly Variant[] = [
  {
    says: 'valueCode where the data use valueString',
    dataset: 'labs',
    from: '"valueString": "SPN-2201-02"',
    to: '"valueCode": "SPN-2201-02"',
    cells: { sponsor_study: 'SPN-2201-02' },
  },
  {
    says: 'valueString where the data use valueCode',
    dataset: 'medications',
    from: '"valueCode": "SPN-2201-02"',
    to: '"valueString": "SPN-2201-02"',
    cells: { sponsor_study: 'SPN-2201-02' },
  },
  {
    says: 'valueInteger for the current value',
    dataset: 'responses',
    from: '"valueDecimal": 66.5',
    to: '"valueInteger": 67',
    cells: { current_value: 67 },
  },
  {
    says: 'the fragment of an address in another letter case',
    dataset: 'responses',
    from: '#SponsorId',
    to: '#SPONSORID',
    cells: { sponsor_study: 'SPN-2201-02' },
  },
  {
    says: 'the revision date at its place between the two revision numbers',
    dataset: 'responses',
    from: '"valueInteger": 3 },',
    to: `"valueInteger": 3 }, ${revised},`,
    cells: { assessment_revised: '2025-12-09T10:00:00', case_revision: 3, assessment_revision: 1 },
  },
  {
    says: 'a text result',
    dataset: 'labs',
    from: '"valueQuantity": { "value": 62.10, "unit": "U/L" }',
    to: '"valueString": "Negative"',
    cells: { result: 'Negative', result_text: 'Negative', result_number: null, unit: null, range_flag: null, times_upper_limit: null },
  },
  {
    says: 'a censored result',
    dataset: 'labs',
    from: '"valueQuantity": { "value": 62.10, "unit": "U/L" }',
    to: '"valueString": "<5"',
    cells: { result: '<5', result_number: null, result_comparator: '<', result_bound: 5, range_flag: 'LOW', times_upper_limit_sign: '<' },
  },
  {
    says: 'a number with the sign of a bound, which the interface does not describe',
    dataset: 'labs',
    from: '"value": 62.10, "unit": "U/L"',
    to: '"value": 62.10, "comparator": ">", "unit": "U/L"',
    cells: { result: '>62.10', result_number: null, standard_result: null, result_comparator: '>', result_bound: 62.1, range_flag: 'HIGH' },
    issues: ['unknown-field valueQuantity.comparator'],
  },
  {
    says: 'a number with a sign that is not a bound',
    dataset: 'labs',
    from: '"value": 62.10, "unit": "U/L"',
    to: '"value": 62.10, "comparator": "ad", "unit": "U/L"',
    cells: { result: 'ad 62.10', result_number: null, result_comparator: null, range_flag: null },
    issues: ['unknown-field valueQuantity.comparator'],
  },
  {
    says: 'no result at all',
    dataset: 'labs',
    from: '"valueQuantity": { "value": 62.10, "unit": "U/L" },',
    to: '',
    cells: { result: null, result_number: null },
  },
  {
    says: 'an open range',
    dataset: 'labs',
    from: '7 - 56',
    to: '< 56',
    cells: { range_low: null, range_high: 56, range_high_inclusive: 'N', normal_high: null, range_flag: 'HIGH', range_text: null },
  },
  {
    says: 'a range in words',
    dataset: 'labs',
    from: '7 - 56',
    to: 'Negative',
    cells: { range_text: 'Negative', range_low: null, range_flag: null, test_code: 'ALT' },
  },
  { says: 'no service code', dataset: 'labs', from: '"code": "1001742", ', to: '', cells: { service_code: null, test: 'ALT (SGPT)' } },
  {
    says: 'no code text but a coded name',
    dataset: 'labs',
    from: ', "text": "ALT (SGPT)"',
    to: '',
    cells: { test: 'ALT coded', test_code: null },
  },
  {
    says: 'no end of the exposure',
    dataset: 'medications',
    from: ', "end": "2025-09-14T00:00:00"',
    to: '',
    cells: { ended: null, started: '2025-09-12T07:55:00' },
  },
  { says: 'no dose value', dataset: 'medications', from: '"value": 8.0, ', to: '', cells: { dose: null, dose_unit: 'mg' } },
  {
    says: 'other criteria',
    dataset: 'responses',
    from: 'RECIST 1.1',
    to: 'iRECIST',
    cells: {
      criteria: 'iRECIST',
      response_code: null,
      baseline_sum: null,
      change_from_baseline: -17.5,
      not_derived_because: 'criteria are not RECIST 1.1',
    },
    issues: ['unexpected-value extension[#TrialArmName]'],
  },
  {
    says: 'another measurement',
    dataset: 'responses',
    from: 'targetsum',
    to: 'volume',
    cells: { percent_change_from_nadir: null, response_code: 'SD' },
    issues: ['unexpected-value extension[#CumulativeQuantityId]'],
  },
  {
    says: 'an unlisted conclusion',
    dataset: 'responses',
    from: 'Stable Disease',
    to: 'Better',
    cells: { conclusion: 'Better', response_code: null },
    issues: ['unexpected-value conclusion'],
  },
  {
    says: 'a listed conclusion that is not a response',
    dataset: 'responses',
    from: 'Stable Disease',
    to: 'Undefined',
    cells: { conclusion: 'Undefined', response_code: null, not_derived_because: 'conclusion is not a RECIST 1.1 response' },
  },
  {
    says: 'an assessment past the last follow-up',
    dataset: 'responses',
    from: 'Follow-up 2',
    to: 'Follow-up 26',
    cells: { assessment: 'Follow-up 26' },
    issues: ['unexpected-value extension[#Name]'],
  },
  {
    says: 'an invalid change',
    dataset: 'responses',
    from: '-17.5 mm',
    to: 'smaller',
    cells: { change_from_baseline_text: 'smaller', change_from_baseline: null, baseline_sum: null },
    issues: ['unreadable-change extension[#ChangeFromBaseline]'],
  },
  {
    says: 'a change with a typographic minus',
    dataset: 'responses',
    from: '-17.5 mm',
    to: '\u221217.5 mm',
    cells: { change_from_baseline: -17.5 },
  },
  {
    says: 'another status',
    dataset: 'labs',
    from: '"status": "final"',
    to: '"status": "amended"',
    cells: { status: 'amended' },
    issues: ['unexpected-value status'],
  },
  {
    says: 'a subject reference of another shape',
    dataset: 'labs',
    from: 'Patient/0012',
    to: 'urn:0012',
    cells: { subject: 'urn:0012' },
    issues: ['unexpected-value subject.reference'],
  },
  {
    says: 'no subject',
    dataset: 'vitals',
    from: '"subject": { "reference": "Patient/0012" },',
    to: '',
    cells: { subject: null, unique_subject: null },
    issues: ['missing-field subject.reference'],
  },
  {
    says: 'no conclusion',
    dataset: 'responses',
    from: ',\n    "conclusion": "Stable Disease"',
    to: '',
    cells: { conclusion: null, response_code: null },
    issues: ['missing-field conclusion'],
  },
  {
    says: 'another identifier system',
    dataset: 'responses',
    from: '#AssessmentId',
    to: '#ReportId',
    cells: { record_id: '9001' },
    issues: ['unexpected-value identifier[].system'],
  },
  {
    says: 'no id, but an identifier with the same value',
    dataset: 'labs',
    from: '"id": "7d41c0e2",',
    to: '',
    cells: { record_id: '7d41c0e2' },
  },
  {
    says: 'an empty id, but an identifier with the same value',
    dataset: 'labs',
    from: '"id": "7d41c0e2",',
    to: '"id": "",',
    cells: { record_id: '7d41c0e2' },
  },
  {
    says: 'an empty name of the test, but one beside its code',
    dataset: 'labs',
    from: '"display": "ALT coded" }], "text": "ALT (SGPT)"',
    to: '"display": "ALT" }], "text": " "',
    cells: { test: 'ALT', test_code: 'ALT' },
  },
  {
    says: 'only empty names of the test',
    dataset: 'labs',
    from: '"display": "ALT coded" }], "text": "ALT (SGPT)"',
    to: '"display": "" }], "text": ""',
    cells: { test: '', test_code: null },
    issues: ['missing-field code.text'],
  },
  {
    says: 'the last recorded height',
    dataset: 'vitals',
    from: '"text": "Weight (kilograms)"',
    to: '"text": "Last recorded Height"',
    cells: { test_code: 'HEIGHT', carried_forward: 'Y' },
  },
  {
    says: 'an unlisted item type',
    dataset: 'vitals',
    from: '"text": "Weight (kilograms)"',
    to: '"text": "Pain score"',
    cells: { test: 'Pain score', test_code: null },
  },
  {
    says: 'another use of the identifier',
    dataset: 'subjects',
    from: '"usual"',
    to: '"official"',
    cells: { identifier_use: 'official' },
    issues: ['unexpected-value identifier[].use'],
  },
];

describe('other forms that the interface allows or forbids', () => {
  test.each(variants)('$dataset: $says', ({ dataset, from, to, cells: wanted, issues }) => {
    const found = read(dataset, changed(dataset, from, to));
    expect(found.cells).toMatchObject(wanted);
    expect(found.issues).toEqual(issues ?? []);
  });
});

test('a Group has one row per member, with identifiers as text', () => {
  const { rows } = compileExtractor(datasets.subjects).extract(entryOf(sampleResources.subjects), '22-001');
  expect(rows.map((row) => row.key)).toEqual(['0012', '10E2']);
});
