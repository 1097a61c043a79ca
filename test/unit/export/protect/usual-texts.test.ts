import { describe, expect, test } from 'vitest';
import { isPlainTest } from '../../../../src/core/export/protect/plain-test.ts';
import { usualTexts } from '../../../../src/core/export/protect/usual-texts.ts';
import { columnOf, datasets, type DatasetName } from '../../../../src/shared/datasets/datasets.ts';

function isUsual(dataset: DatasetName, name: string, text: string): boolean {
  const column = columnOf(datasets[dataset], name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  return usualTexts(datasets[dataset], column)(text);
}

describe('texts that every study has are usual, and leave without review', () => {
  test.each<[DatasetName, string, string]>([
    ['labs', 'visit', 'C1D1'],
    ['labs', 'visit', 'CYCLE 02, DAY 1'],
    ['labs', 'visit', 'Screening 1'],
    ['labs', 'visit', 'Day -28 to -1'],
    ['labs', 'visit', 'Day-7'],
    ['labs', 'visit', 'UNSCHEDULED 3.1'],
    ['labs', 'visit', 'End of Treatment'],
    ['labs', 'visit', 'Follow-up 12'],
    ['responses', 'assessment', 'Baseline'],
    ['labs', 'test', 'Alanine Aminotransferase'],
    ['labs', 'test', 'Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma'],
    ['vitals', 'test', 'Systolic Blood Pressure'],
    ['labs', 'test', 'ALT (SGPT)'],
    ['labs', 'test', 'CA 19-9 (Carbohydrate Antigen 19-9)'],
    ['labs', 'test', 'Neutrophils (absolute)'],
    ['labs', 'test', 'Neutrophils, absolute (10^9/L)'],
    ['labs', 'test', 'Hemoglobin (g/dL)'],
    ['labs', 'test', 'Leukocytes [#/volume] in Blood'],
    ['vitals', 'test', 'Temperature (oral)'],
    ['vitals', 'test', 'Weight (kilograms)'],
    ['labs', 'result', '5.10'],
    ['labs', 'result', '<5'],
    ['labs', 'result', '>= 1000 U/L'],
    ['labs', 'result_text', 'Negative'],
    ['labs', 'result_text', '1:320'],
    ['labs', 'result_text', '3+'],
    ['labs', 'result_text', '10-20/hpf'],
    ['labs', 'result', '1200000'],
    ['labs', 'result', '121000'],
    ['labs', 'unit', '10^9/L'],
    ['labs', 'unit', 'x10*3/uL'],
    ['labs', 'unit', 'mmol/L'],
    ['labs', 'unit', 'mL/min/1.73m2'],
    ['labs', 'unit', '%'],
    ['labs', 'unit', '10\u2079/L'],
    ['vitals', 'unit', 'kg/m\u00b2'],
    ['labs', 'unit', 'X10E9/L'],
    ['labs', 'unit', '/100 WBC'],
    ['labs', 'visit', 'Mon 3'],
    ['labs', 'visit', 'Period 1 Day Two'],
    ['labs', 'result', 'less than 5.0'],
    ['labs', 'result', '<0.00001'],
    ['labs', 'result', '>1,000 U/L'],
    ['labs', 'result', '>49 171'],
    ['labs', 'result', '<1e+3'],
    ['labs', 'result', '<.05'],
    ['labs', 'result', '<0,05'],
    ['labs', 'result_text', '1:90'],
    ['labs', 'reference_range', '7 - 56'],
    ['labs', 'reference_range', '3.5 g/dL - 5.1 g/dL'],
    ['labs', 'reference_range', '0-0.2 10*3/uL'],
    ['labs', 'reference_range', '<= 0,2 mg/dL'],
    ['labs', 'reference_range', '70-99 fasting'],
    ['labs', 'reference_range', 'up to 40'],
    ['labs', 'reference_range', '60 or more'],
    ['labs', 'reference_range', '> 60 mL/min/1.73m2'],
    ['labs', 'reference_range', '-2 - .5'],
    ['vitals', 'unit', 'mmHg'],
    ['responses', 'change_from_baseline_text', '-12 mm'],
    ['responses', 'conclusion', 'Partial Response'],
    ['labs', 'status', 'final'],
  ])('%s.%s: %s', (dataset, column, text) => {
    expect(isUsual(dataset, column, text)).toBe(true);
  });
});

describe('other texts are not usual', () => {
  test.each<[DatasetName, string, string]>([
    ['labs', 'visit', 'Visit for Astral'],
    ['labs', 'visit', 'Week 29 05'],
    ['labs', 'visit', 'Visit 2025'],
    ['labs', 'visit', 'Cycle 26 Day 12 Week 25'],
    ['labs', 'visit', 'Day 29.05'],
    ['labs', 'visit', 'C1D1 \u{1d49c}stral'],
    ['labs', 'visit', '12'],
    ['responses', 'assessment', 'Baseline (Mr. Doe)'],
    ['labs', 'test', 'Alanine Aminotransferase of Mr. Doe'],
    ['labs', 'test', 'Alanine aminotransferase [Mr. Doe, volume 2]'],
    ['labs', 'test', 'Neutrophils absolute (Jane Doe)'],
    ['labs', 'test', 'Lymphocytes % (Dr. Doe, 0171 5550199)'],
    ['labs', 'test', 'Neutrophils (Jane Doe) absolute (10^9/L)'],
    ['labs', 'test', 'Hemoglobin (g/Jane Doe)'],
    ['labs', 'test', 'Glucose (mg/dL Dr. Doe)'],
    ['labs', 'test', 'Glucose (mg per Mrs. Doe, born 1931)'],
    ['labs', 'test', 'ALT (SGPT) (8841907)'],
    ['labs', 'test', 'ALT \uff3bJane Doe volume\uff3d'],
    ['labs', 'test', 'ALT \u{1f179}\u{1f170}\u{1f17d}\u{1f174}'],
    ['labs', 'test', 'ALT \u281a\u2801\u281d\u2811'],
    ['vitals', 'test', 'Weight \uff3bJane Doe volume\uff3d'],
    ['labs', 'visit', 'Visit one nine five five one two zero three'],
    ['labs', 'visit', 'Week five Day twelve Part 3'],
    ['labs', 'visit', 'Visit Mon'],
    ['labs', 'visit', 'Per, Day 1'],
    ['labs', 'result', '04032025'],
    ['labs', 'result', '20250529'],
    ['labs', 'result', '2.0250529e7'],
    ['labs', 'result', '<20250529'],
    ['labs', 'result', '1766707200'],
    ['labs', 'result', '4938172'],
    ['labs', 'result_text', '1:2612'],
    ['labs', 'result_text', '26-12/hpf'],
    ['labs', 'visit', 'C1\u200b\u200cD1'],
    ['labs', 'visit', 'Cycle\u{e0034}\u{e0037} 1'],
    ['labs', 'unit', 'mg\ufe0f'],
    ['responses', 'change_from_baseline_text', '-20250529 mm'],
    ['labs', 'result_text', 'Negative, called Dr. Doe'],
    ['labs', 'result_text', '3-04'],
    ['labs', 'result_text', '<5 Astral'],
    ['labs', 'result_text', '<030925'],
    ['labs', 'result_text', 'less than 0417 mg/dL'],
    ['labs', 'result_text', '> +49 171'],
    ['labs', 'result_text', '<202505'],
    ['labs', 'unit', 'mg{Astral}/dL'],
    ['labs', 'unit', '29'],
    ['labs', 'unit', '10/31'],
    ['labs', 'unit', '10*31'],
    ['labs', 'unit', 'A/M/S'],
    ['labs', 'unit', 'h.a.l'],
    ['medications', 'dose_unit', 'mg/h.a.l'],
    ['labs', 'result_text', '<5 A/M/S'],
    ['labs', 'result_text', 'less than 5.000000000000000000000008841907'],
    ['labs', 'result_text', 'over 5.00000000000000000000000029052025 mg/dL'],
    ['labs', 'unit', 'years'],
    ['vitals', 'unit', 'kg.\uff18\uff18\uff14\uff11\uff19\uff10\uff17'],
    ['vitals', 'unit', 'kg.\u0668\u0668'],
    ['vitals', 'unit', 'kg\u2078\u2078\u2074\u00b9\u2079\u2070\u2077'],
    ['labs', 'result_text', '>97 years'],
    ['labs', 'result_text', '1:1944'],
    ['labs', 'result', '0.8841907'],
    ['labs', 'result', '<5.000000000000008841907'],
    ['labs', 'result', '<5e-88 U/L of Doe'],
    ['responses', 'change_from_baseline_text', '+5.0000000000008841907 mm'],
    ['labs', 'reference_range', '<97-year-old'],
    ['labs', 'result', '<5 (Smith)'],
    ['labs', 'result_text', '>1000 [Berger, Johann]'],
    ['labs', 'result', '<5 (HH)'],
    ['labs', 'reference_range', '7 - 5614 Acacia Avenue'],
    ['labs', 'reference_range', '< 29 \u043c\u0430\u044f'],
    ['labs', 'reference_range', '7 - 8841907'],
    ['labs', 'reference_range', '< 1931.0502'],
    ['labs', 'reference_range', '7 - 56 Dr. Doe'],
    ['labs', 'reference_range', '70-99 for Doe'],
    ['medications', 'medication', 'Aspirin'],
    ['medications', 'doses', '0012'],
    ['responses', 'change_from_baseline_text', '-12 mm on 29 May'],
    ['responses', 'trial_name', 'Anything'],
    ['labs', 'status', 'Final'],
  ])('%s.%s: %s', (dataset, column, text) => {
    expect(isUsual(dataset, column, text)).toBe(false);
  });

  test('a megabyte in place of a unit is not searched in quadratic time', () => {
    const before = process.threadCpuUsage();
    expect(isUsual('labs', 'unit', `1.73${'m'.repeat(1_000_000)}{`)).toBe(false);
    // Microseconds of CPU time; quadratic time would take half an hour.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

test.each(['subjects', 'medications', 'responses'] as const)(
  'no text of %s counts as the name of a test, which only labs and vital signs have',
  (name) => {
    expect(isPlainTest(datasets[name], 'Alanine Aminotransferase')).toBe(false);
  },
);
