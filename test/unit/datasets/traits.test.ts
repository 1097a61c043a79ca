import { expect, test } from 'vitest';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';

/** Columns by what their declaration says of them besides what docs/columns.md shows. `decimals`: with their number. */
const traits: Readonly<Record<DatasetName, Readonly<Record<string, string>>>> = {
  subjects: {
    required: 'subject, study',
    categorical: 'study, group_type, identifier_use, identifier_system',
    shared: 'study, group_type, identifier_use, identifier_system',
  },
  medications: {
    required: 'subject, medication, started, record_id, study, status',
    categorical:
      'medication, dose_unit, route, rate_unit, drug_source, medication_code, medication_display, code_system, study, ' +
      'sponsor_study, status, identifier_use, identifier_system',
    shared:
      'dose_unit, route, drug_source, medication_code, medication_display, code_system, study, sponsor_study, status, ' +
      'identifier_use, identifier_system',
    local: 'started, ended',
    numberAsText: 'study, sponsor_study',
  },
  labs: {
    required: 'subject, collected, test, record_id, study, status',
    categorical:
      'visit, test, unit, range_flag, times_upper_limit_sign, test_code, standard_unit, ctcae_not_graded, ' +
      'result_comparator, range_low_inclusive, range_high_inclusive, range_text, test_display, study, sponsor_study, ' +
      'status, category, category_code, category_display, category_system, code_system, identifier_system',
    shared:
      'unit, reference_range, test_code, service_code, range_low, range_low_inclusive, range_high, range_high_inclusive, ' +
      'normal_low, normal_high, range_text, test_display, study, sponsor_study, status, category, category_code, ' +
      'category_display, category_system, code_system, identifier_system',
    local: 'collected',
    numberAsText: 'result, study, sponsor_study',
    alignRight: 'result',
    personal: 'performer',
    byTerms:
      'range_flag, times_upper_limit, times_upper_limit_sign, test_code, standard_result, standard_unit, ctcae_grade_low, ' +
      'ctcae_grade_high, ctcae_not_graded, range_low, range_low_inclusive, range_high, range_high_inclusive, normal_low, ' +
      'normal_high',
    byBaseline: 'ctcae_grade_low, ctcae_grade_high, ctcae_not_graded',
    decimals: 'times_upper_limit 2',
  },
  vitals: {
    required: 'subject, collected, test, record_id, study, status',
    categorical:
      'visit, test, unit, test_code, carried_forward, standard_unit, unit_system, test_display, study, sponsor_study, ' +
      'status, category, category_code, category_display, category_system, code_system, identifier_system',
    shared:
      'unit, test_code, service_code, carried_forward, unit_system, reference_range, test_display, study, sponsor_study, ' +
      'status, category, category_code, category_display, category_system, code_system, identifier_system',
    local: 'collected',
    numberAsText: 'result, study, sponsor_study',
    alignRight: 'result',
    personal: 'performer',
    byTerms: 'test_code, standard_result, standard_unit',
  },
  responses: {
    required: 'subject, assessment, assessed, conclusion, record_id, study, status',
    categorical:
      'assessment, conclusion, response_code, unit, not_derived_because, criteria, measurement, study, sponsor_study, ' +
      'trial_name, status, category, category_code, category_display, category_system, identifier_system',
    shared:
      'unit, criteria, measurement, study, sponsor_study, trial_name, status, category, category_code, category_display, ' +
      'category_system, identifier_system',
    local: 'assessed',
    numberAsText:
      'change_from_previous_text, change_from_baseline_text, change_from_nadir_text, case_id, study, sponsor_study, ' + 'trial_name',
    counts: 'timepoint, case_revision, assessment_revision',
    decimals:
      'change_from_baseline 1, percent_change_from_baseline 1, change_from_nadir 1, percent_change_from_nadir 1, ' +
      'change_from_previous 1',
  },
};

/** Numbers and truth values of a column that no page shows; widths and what is shown at first are a matter of taste. */
function traitsOf(name: DatasetName): Readonly<Record<string, string>> {
  const having = new Map<string, string[]>();
  for (const column of datasets[name].columns)
    for (const [trait, value] of Object.entries(column))
      if (trait !== 'width' && trait !== 'shown' && value !== false && ['boolean', 'number'].includes(typeof value))
        having.set(trait, [...(having.get(trait) ?? []), value === true ? column.name : `${column.name} ${String(value)}`]);
  return Object.fromEntries([...having].map(([trait, columns]) => [trait, columns.join(', ')]));
}

test.each(Object.keys(traits) as DatasetName[])('the columns of %s have the stated traits', (name) => {
  expect(traitsOf(name)).toEqual(traits[name]);
});
