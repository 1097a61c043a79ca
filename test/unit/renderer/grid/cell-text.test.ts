import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../../src/shared/datasets/datasets.ts';
import type { CellValue, Column } from '../../../../src/shared/datasets/declaration.ts';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import { medications } from '../../../../src/shared/datasets/medications.ts';
import { responses } from '../../../../src/shared/datasets/responses.ts';
import { aloneText, cellText, dateText, isQuiet, toneOf } from '../../../../src/renderer/record/grid/cell-text.ts';

function column(dataset: Dataset, name: string): Column {
  const found = dataset.columns.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}

const lab = (name: string, cell: CellValue): string => cellText(column(labs, name), cell);

describe('dates show the wall clock time as sent', () => {
  test.each([
    ['2025-10-03T08:04:00', '2025-10-03 08:04'],
    ['2025-10-03T08:04:00-05:00', '2025-10-03 08:04 −05:00'],
    ['2025-10-03T08:04:30.250Z', '2025-10-03 08:04 Z'],
    ['2025-10-03T08:04', '2025-10-03 08:04'],
    ['2025-10', '2025-10'],
    ['not a date', 'not a date'],
  ])('%s', (sent, shown) => {
    expect(dateText(sent)).toBe(shown);
  });

  test('a single record shows seconds unless they are zero', () => {
    expect(aloneText(column(labs, 'collected'), '2025-10-03T08:04:30+02:00')).toBe('2025-10-03 08:04:30 +02:00');
    expect(aloneText(column(labs, 'collected'), '2025-10-03T08:04:00')).toBe('2025-10-03 08:04');
  });
});

test('a cell shown on its own is never empty', () => {
  expect([aloneText(column(labs, 'visit'), null), aloneText(column(medications, 'ended'), null), aloneText(undefined, ['a', 'b'])]).toEqual(
    ['missing', 'not recorded', 'a; b'],
  );
});

describe('numbers', () => {
  test('show the digits as sent, with a true minus sign', () => {
    expect(cellText(column(medications, 'dose'), '612.50')).toBe('612.50');
    expect(cellText(column(responses, 'change_from_baseline'), -12.5)).toBe('−12.5');
  });

  test('round derived values as declared', () => {
    expect(lab('times_upper_limit', 1.107142857)).toBe('1.11');
  });

  test('use a true minus sign in a numeric result, and leave a range as sent', () => {
    expect(lab('result', '-1.5')).toBe('−1.5');
    expect(lab('reference_range', '-2 - 2')).toBe('-2 - 2');
  });
});

describe('a cell without a value', () => {
  test('reads “missing” for a result, even for an empty text', () => {
    expect(lab('result', null)).toBe('missing');
    expect(lab('result', '')).toBe('missing');
  });

  test('reads “missing” for a required field, and shows a dash for an optional one', () => {
    expect(lab('collected', null)).toBe('missing');
    expect(lab('unit', null)).toBe('–');
  });

  test('stays empty for a value that Carrel did not derive', () => {
    expect(lab('times_upper_limit', null)).toBe('');
  });

  test('reads “not recorded” for an end that was not sent', () => {
    expect(cellText(column(medications, 'ended'), null)).toBe('not recorded');
  });
});

test('lists are joined by semicolons', () => {
  expect(cellText(column(responses, 'lesions'), ['T1', 'T2'])).toBe('T1; T2');
});

describe('the prominence of a cell', () => {
  test('is higher for numbers and bounds than for texts', () => {
    const result = column(labs, 'result');
    expect([isQuiet(result, '62'), isQuiet(result, '<0.3'), isQuiet(result, 'Negative'), isQuiet(result, null)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('is highest for the subject, and lowest for codes and identifiers', () => {
    expect([
      toneOf(column(labs, 'subject')),
      toneOf(column(labs, 'test')),
      toneOf(column(labs, 'unit')),
      toneOf(column(labs, 'service_code')),
      toneOf(column(labs, 'record_id')),
    ]).toEqual(['strong', 'text', 'second', 'third', 'third']);
  });
});
