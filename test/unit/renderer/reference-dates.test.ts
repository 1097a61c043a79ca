import { expect, test } from 'vitest';
import { referenceDatesIn } from '../../../src/renderer/record/subjects/reference-dates.tsx';

const known = ['0012', '0013', '0014', '12'];

test('reads one subject and date per line from a spreadsheet or a CSV, with or without headings', () => {
  const dates = [
    { subject: '0012', date: '2025-09-12' },
    { subject: '0013', date: '2025-10-01' },
  ];
  expect(referenceDatesIn('SUBJID,RFSTDTC\r\n0013,2025-10-01\r\n0012,2025-09-12T08:30\r\n', known)).toMatchObject({ dates, unread: [] });
  expect(referenceDatesIn('0012\t2025-09-12\n\n"0013"\t"2025-10-01"', known)).toMatchObject({ dates, unknown: [] });
});

test('matches ids exactly, and reports those that are not in the study', () => {
  expect(referenceDatesIn('12;2025-09-12\n00012;2025-09-12', known)).toMatchObject({
    dates: [{ subject: '12', date: '2025-09-12' }],
    unknown: ['00012'],
  });
});

test('rejects a date that is ambiguous, partial or not in the calendar, and reports its line', () => {
  const { dates, unread } = referenceDatesIn('0012,03/04/2025\n0013,2025-02-30\n0014,2025-09\n12', known);
  expect([dates, unread]).toEqual([[], [1, 2, 3, 4]]);
});

test('takes no date of a subject with several different ones, while a repeated date counts once', () => {
  const { dates, several } = referenceDatesIn('0012,2025-09-12\n0012,2025-09-13\n0013,2025-10-01\n0013,2025-10-01', known);
  expect([dates, several]).toEqual([[{ subject: '0013', date: '2025-10-01' }], ['0012']]);
});
