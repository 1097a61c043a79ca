import { describe, expect, test } from 'vitest';
import { createNameSearch } from '../../../../src/core/export/protect/known-names.ts';
import { hasFewDigits, holdsDate, isCount, isMeasured, isMeasuredNumber } from '../../../../src/core/export/protect/dates-in-text.ts';

describe('finds a date in a text', () => {
  test.each([
    '2025-09-03',
    'taken 2025-09-03T10:00',
    '2025/9/3',
    '2025-09',
    '20250903',
    '03.09.2025',
    '9/3/25',
    '12/31/1999',
    'drawn 14:05 on 1/2/2024',
    '3-Sep-2025',
    '03SEP25',
    '03SEP2025',
    'September 3rd, 2025',
    'Sept. 4 2024',
    'Sep 2025',
    '2025-Sep-03',
    '3 September',
    'Unscheduled 3Sep',
    '3. März 2024',
    '12 Mai 2024',
    '3 Dez 24',
    '2025\u201109\u201103',
    '3\u2013Sep\u20132025',
    '2025 09 03',
    '03 09 2025',
    '03/2025',
    '09-2025',
    '2025-9',
    'Sept. 3',
    'seen on 03.09',
    '\uff12\uff10\uff12\uff15-09-03',
    '29May',
    'May 29',
    '29/05',
    '2025_05_29',
    '04032025',
    '05292025',
    '29 mayo',
    '3 de septiembre de 2025',
    'le 3 f\u00e9vrier',
    '2025-149',
    '29\u200bMay\u200b2025',
    'on 3.9',
    'drawn 29 May',
    'May 29 at home',
  ])('%s', (text) => {
    expect(holdsDate(text)).toBe(true);
  });
});

describe('finds no date in a text with another meaning', () => {
  test.each([
    '',
    '24',
    '3.5 - 5.1',
    'C1D1',
    'Cycle 3 Day 15',
    'Week 12',
    'Follow-up 12',
    '1:320',
    '1/2',
    '3-4',
    '120/80',
    '-12.5 mm',
    '10*3/uL',
    '10E2',
    '20/25/30 mg',
    '25 MG/ML',
    '1.2.840.10008',
    '2.16.840.1.113883',
    'RECIST 1.1',
    '2009',
    '1900 - 2000',
    '22-001',
    'SPN-2201-02',
    '1 may be repeated',
    '12 decimal places',
    '3 octets',
    'CD4/CD8',
  ])('%s', (text) => {
    expect(holdsDate(text)).toBe(false);
  });
});

describe('finds people of the study in a text, whoever the record belongs to', () => {
  const finds = createNameSearch(['0012', '22-001-0013', 'A12', '10034', '7', 'Dr. Q. Ortega', '', '--']);
  test.each([
    'swapped with 0012',
    'Pt0012',
    '22-001-0012',
    '22/001/0013',
    'see 22 001 0013.',
    'subject A12',
    'patient 7',
    'Subject no. 10034',
    'Patient/10034',
    'pt. 7 left',
    'read by 10034',
    'read by DR Q ORTEGA',
    '220010013 moved',
    '22 001\n0013',
    '22-001-\u200b0013',
    '\uff10\uff10\uff11\uff12',
    '\ud835\udc9c12',
  ])('%s', (text) => {
    expect(finds(text)).toBe(true);
  });

  test.each([
    '',
    '<0.0012',
    '10012',
    '00123',
    '12',
    '7 days',
    '10034 copies/mL',
    '3.5 - 10034',
    'C1A12',
    'Ortega',
    '22-001',
    '22-001-00130',
  ])('nobody in "%s"', (text) => {
    expect(finds(text)).toBe(false);
  });
});

describe('finds a person whose name is written in another way', () => {
  const finds = createNameSearch(['Doe, Jane', 'Dr. Ann B. Roe, MD', 'Poe, Max (site 12)', 'van den Berg', 'PT-1001', 'Lee', 'Li, Wu']);
  test.each([
    ...['Seen by Jane Doe', 'DOE JANE', 'Dr Doe', 'nurse Jane', 'read by Berg, van den', 'Dr. Berg', 'PT 1001', 'Dr Lee'],
    ...['Ann Roe', 'Roe, Ann', 'Max Poe', 'Dr Poe', 'Jane M Doe', 'Dr Li', 'Wu Li'],
  ])('%s', (text) => {
    expect(finds(text)).toBe(true);
  });
  test.each(['Jane', 'Doe', 'Jane and not Doe', 'subject PT', '1001 PT', 'Lee side', 'B', 'Dr B', 'site 12', 'Dr MD'])(
    'nobody in "%s"',
    (text) => {
      expect(finds(text)).toBe(false);
    },
  );
});

describe('tells measured numbers from those that may be a date or an id', () => {
  test.each(['5.10', '0', '-12.5', '1e3', '240', '150000', '201300', '9999.25', '0.00001234', '1200000', '5.0000'])(
    '%s is a measured number',
    (text) => {
      expect(isMeasured(text)).toBe(true);
    },
  );
  test.each([
    '0012',
    '20250529',
    '29052025',
    '05292025',
    '290525',
    '250529',
    '202505',
    '193112',
    '2025149',
    '220010003',
    '1,5',
    '12 mg',
    '',
    '0.8841907',
    '193105.02',
    '0e8841907',
    '1e-8841907',
    '24.00000000000088419',
  ])('%s may be something else', (text) => {
    expect(isMeasured(text)).toBe(false);
  });
});

describe('tells measured numbers by how many digits they have', () => {
  test.each([
    ['six digits before the point', '123456', '1234567'],
    ['more if only three are significant', '1230000', '1234000'],
    ['six significant ones', '12.3456', '12.34567'],
    ['sixteen in all', '1000.000000000000', '10000.000000000000'],
    ['twelve behind the point', '0.000000000001', '0.0000000000001'],
    ['a power of ten that is a number', '1e20', '1e99'],
    ['six digits that are no date, or a date in thousands', '201300', '201301'],
  ])('%s', (_what, measured, other) => {
    expect([isMeasured(measured), isMeasured(other)]).toEqual([true, false]);
  });

  test('a larger derived number is one only if it is whole', () => {
    expect([isMeasuredNumber(1_200_000), isMeasuredNumber(1_200_000.5), isMeasuredNumber(-1_200_000)]).toEqual([true, false, true]);
    expect([isMeasuredNumber(1_234_000), isMeasuredNumber(1_234_567)]).toEqual([false, false]);
  });

  test('what has no whole digits is none', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, 1e21].map(isMeasuredNumber)).toEqual([false, false, false]);
  });

  test('zeros around the significant digits count only among all digits', () => {
    expect([hasFewDigits('0.000000000123456'), hasFewDigits('0.0000000001234560'), hasFewDigits('0001234567')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a count has at most three digits and no leading zero', () => {
    expect(['0', '9', '999', '1000', '01', '-1', '1.0', ''].map(isCount)).toEqual([true, true, true, false, false, false, false, false]);
  });
});
