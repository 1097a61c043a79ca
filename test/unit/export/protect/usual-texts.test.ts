import { describe, expect, test } from 'vitest';
import { usualTexts } from '../../../../src/core/export/protect/usual-texts.ts';
import { columnOf, datasets, type DatasetName } from '../../../../src/shared/datasets/datasets.ts';

function isUsual(dataset: DatasetName, name: string, text: string): boolean {
  const column = columnOf(datasets[dataset], name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  return usualTexts(datasets[dataset], column)(text);
}

describe('texts that every study has leave without anybody having looked at them', () => {
  test.each<[DatasetName, string, string]>([
    ['labs', 'visit', 'C1D1'],
    ['labs', 'visit', 'CYCLE 02, DAY 1'],
    ['labs', 'visit', 'Screening 1'],
    ['labs', 'visit', 'Day -28 to -1'],
    ['labs', 'visit', 'UNSCHEDULED 3.1'],
    ['labs', 'visit', 'End of Treatment'],
    ['labs', 'visit', 'Follow-up 12'],
    ['responses', 'assessment', 'Baseline'],
    ['labs', 'test', 'Alanine Aminotransferase'],
    ['labs', 'test', 'Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma'],
    ['vitals', 'test', 'Systolic Blood Pressure'],
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
    ['labs', 'result', '<0.00001'],
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

describe('no other text does', () => {
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
    ['labs', 'unit', 'mg{Astral}/dL'],
    ['labs', 'unit', '29'],
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
});
