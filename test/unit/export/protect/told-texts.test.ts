import { describe, expect, test } from 'vitest';
import { createNameSearch } from '../../../../src/core/export/protect/known-names.ts';
import { createTeller, holdsDate } from '../../../../src/core/export/protect/told-texts.ts';

describe('a date is found in a text', () => {
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
  ])('%s', (text) => {
    expect(holdsDate(text)).toBe(true);
  });
});

describe('no date is found in a text of another meaning', () => {
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

describe('what identifies a row is found in its texts', () => {
  const tells = createTeller(() => false);
  test.each([
    ['0012', 'as for 0012'],
    ['0012', 'Pt0012, moved'],
    ['0012', '22-001-0012'],
    ['22-001-0012', 'SUBJECT 22-001-0012.'],
    ['ab-7', 'seen: AB-7'],
    ['8f14e45f-ceea-467f-a9f0-3f2d1a6b7c8d', 'see 8F14E45F-CEEA-467F-A9F0-3F2D1A6B7C8D'],
    ['Dr. Q. Ortega', 'read by dr. q. ortega'],
    ['12', '12'],
    ['ä1', 'Ä1 was late'],
  ])('%s in "%s"', (id, text) => {
    expect(tells(text, ['another', id])).toBe(true);
  });

  test.each([
    ['0012', '10012'],
    ['0012', '00123'],
    ['0012', '0.0012'],
    ['12', '3 - 12'],
    ['12', '12 mg'],
    ['12', 'subject 123'],
    ['D1', 'C1D1'],
    ['A12', 'DNA12'],
    ['0012', 'nothing of it'],
  ])('not %s in "%s"', (id, text) => {
    expect(tells(text, ['another', id])).toBe(false);
  });

  test('signs of an identifier have no meaning of their own', () => {
    expect(tells('a.c', ['a?c'])).toBe(false);
    expect(tells('x (a+ y', ['(a+'])).toBe(true);
    expect(tells('abcd', ['a..d'])).toBe(false);
    expect(tells('a..d', ['a..d'])).toBe(true);
  });
});

describe('somebody of the study is found in a text, whoever’s record it is', () => {
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

test('a number of several pieces is found written as one, and in full-width digits', () => {
  const tells = createTeller(createNameSearch(['22-001-0012']));
  expect(['pt 220010012 moved', '\uff12\uff12-001-0012', '22/001/0012', '220010013'].map((text) => tells(text, []))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
