import { describe, expect, test } from 'vitest';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { isDerived } from '../../../src/shared/datasets/declaration.ts';

/** Every row of the field tables of section 2 with the name of its column, or `described` for structure without data. */
const observation = {
  resourceType: 'described',
  id: 'record_id',
  'extension[].url': 'described',
  'extension[#IDB.Protocol]': 'study',
  'extension[#SponsorID]': 'sponsor_study',
  'identifier[].system': 'identifier_system',
  'identifier[].value': 'identifier',
  status: 'status',
  'category[].coding[].system': 'category_system',
  'category[].coding[].code': 'category_code',
  'category[].coding[].display': 'category_display',
  'category[].text': 'category',
  'code.coding[].system': 'code_system',
  'code.coding[].code': 'service_code',
  'code.coding[].display': 'test_display',
  'code.text': 'test',
  'subject.reference': 'subject',
  'encounter.display': 'visit',
  'performer[].display': 'performer',
  'valueQuantity.value': 'result_number',
  'valueQuantity.unit': 'unit',
  valueString: 'result_text',
  'referenceRange[].text': 'reference_range',
  effectiveDateTime: 'collected',
};

const fields: Readonly<Record<DatasetName, Readonly<Record<string, string>>>> = {
  medications: {
    resourceType: 'described',
    id: 'record_id',
    'extension[].url': 'described',
    'extension[#IDB.Protocol]': 'study',
    'extension[#SponsorID]': 'sponsor_study',
    'extension[#MetadataRuleDef]': 'omop_rules',
    'identifier[].use': 'identifier_use',
    'identifier[].system': 'identifier_system',
    'identifier[].value': 'omop_record',
    status: 'status',
    'medicationCodeableConcept.coding[].system': 'code_system',
    'medicationCodeableConcept.coding[].code': 'medication_code',
    'medicationCodeableConcept.coding[].display': 'medication_display',
    'medicationCodeableConcept.text': 'medication',
    'subject.reference': 'subject',
    'effectivePeriod.start': 'started',
    'effectivePeriod.end': 'ended',
    'note[].text': 'drug_source',
    'dosage[].text': 'directions',
    'dosage[].route.text': 'route',
    'dosage[].method.text': 'method',
    'dosage[].doseAndRate[].doseQuantity.value': 'dose',
    'dosage[].doseAndRate[].doseQuantity.unit': 'dose_unit',
    'dosage[].doseAndRate[].rateQuantity.unit': 'rate_unit',
  },
  labs: { ...observation, issued: 'specimen_time' },
  vitals: { ...observation, issued: 'entered_time', 'valueQuantity.system': 'unit_system' },
  responses: {
    resourceType: 'described',
    'extension[].url': 'described',
    'identifier[].system': 'identifier_system',
    'identifier[].value': 'record_id',
    status: 'status',
    'category[].coding[].system': 'category_system',
    'category[].coding[].code': 'category_code',
    'category[].coding[].display': 'category_display',
    'category[].text': 'category',
    'subject.reference': 'subject',
    effectiveDateTime: 'assessed',
    'result[].reference': 'lesion_references',
    'result[].display': 'lesions',
    conclusion: 'conclusion',
    'extension[#IDB.Protocol]': 'study',
    'extension[#SponsorID]': 'sponsor_study',
    'extension[#CaseId]': 'case_id',
    'extension[#TrialName]': 'trial_name',
    'extension[#TrialArmName]': 'criteria',
    'extension[#RevisionNumber]': 'case_revision',
    'extension[valueDateTime]': 'assessment_revised',
    'extension[#RevisionNumber:2]': 'assessment_revision',
    'extension[#Name]': 'assessment',
    'extension[#Timepoint]': 'timepoint',
    'extension[#CumulativeQuantityId]': 'measurement',
    'extension[#CurrentValue]': 'current_value',
    'extension[#Unit]': 'unit',
    'extension[#ChangeFromPrevious]': 'change_from_previous_text',
    'extension[#ChangeFromBaseline]': 'change_from_baseline_text',
    'extension[#ChangeFromNadir]': 'change_from_nadir_text',
  },
  subjects: {
    resourceType: 'described',
    'identifier[].use': 'identifier_use',
    'identifier[].system': 'identifier_system',
    'identifier[].value': 'study',
    type: 'group_type',
    'member[].entity.reference': 'subject',
  },
};

const rows = Object.values(datasets).flatMap((dataset) =>
  Object.entries(fields[dataset.name]).map(([field, column]) => ({ dataset, field, column })),
);

describe('every field of section 2 is a column or described structure', () => {
  test.each(rows)('$dataset.name: $field → $column', ({ dataset, field, column }) => {
    if (column === 'described') {
      expect(dataset.described).toContain(field);
      return;
    }
    const declared = dataset.columns.find((candidate) => candidate.name === column);
    expect(declared !== undefined && !isDerived(declared) && declared.paths.includes(field)).toBe(true);
  });
});

describe('every path of a column and every described path is in section 2', () => {
  test.each(Object.values(datasets).map((dataset) => ({ dataset })))('$dataset.name', ({ dataset }) => {
    const paths = [...dataset.described, ...dataset.columns.flatMap((column) => (isDerived(column) ? [] : column.paths))];
    expect(paths.filter((path) => !Object.hasOwn(fields[dataset.name], path))).toEqual([]);
  });
});

test('all sixteen extensions of a response assessment have a column', () => {
  const extensions = Object.keys(fields.responses).filter((field) => field.startsWith('extension[') && field !== 'extension[].url');
  expect(extensions).toHaveLength(16);
});
