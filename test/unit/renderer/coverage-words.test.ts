import { expect, test } from 'vitest';
import { coverageHeads, openedDataset, slotLines } from '../../../src/renderer/places/overview/coverage-model.ts';

const cell = {
  subject: 0,
  visit: 0,
  records: 14,
  labs: 12,
  vitals: 2,
  outside: 3,
  first: Date.UTC(2013, 6, 12, 8),
  last: Date.UTC(2013, 6, 14),
};

test('a cell states its subject, visit, records by dataset, dates and what it opens', () => {
  expect(slotLines('01-701-1028', 'WEEK 2', { kind: 'records', cell, heat: 1 }, 'labs or vitals')).toEqual([
    '01-701-1028 at WEEK 2',
    '12 labs, 3 outside their range',
    '2 vital signs',
    '12 Jul 2013 to 14 Jul 2013',
    'Enter or a click opens the labs',
  ]);
  const vitals = { ...cell, labs: 0, vitals: 1, last: cell.first };
  expect(slotLines('7', 'V1', { kind: 'records', cell: vitals, heat: 1 }, 'labs or vitals').slice(1)).toEqual([
    '1 vital sign',
    '12 Jul 2013',
    'Enter or a click opens the vitals',
  ]);
  expect(openedDataset(vitals)).toBe('vitals');
  expect(slotLines('7', 'V1', { kind: 'records', cell: { ...cell, first: null, last: null }, heat: 1 }, 'labs')).toContain(
    'No usable date',
  );
});

test('a gap states why it is one, and an empty cell that there is nothing', () => {
  expect(slotLines('7', 'V1', { kind: 'gap' }, 'labs').join(' ')).toContain('Gap: no labs here although the subject has later visits');
  expect(slotLines('7', 'V1', { kind: 'none' }, 'labs')).toEqual(['7 at V1', 'No labs']);
});

test('headings keep what distinguishes visits, on two lines if one would be too wide', () => {
  const heads = coverageHeads(['AMBUL ECG PLACEMENT', 'AMBUL ECG REMOVAL', 'WEEK 2', 'UNSCHEDULED 13.1']);
  expect(heads.map(({ label }) => label)).toEqual(['AMBUL ECG PLACEMENT', 'AMBUL ECG REMOVAL', 'WEEK 2', 'UNSCHEDULED 13.1']);
  expect(heads[0]?.width).toBeLessThan(100);
  expect(heads[2]?.width).toBeLessThan(heads[0]?.width ?? 0);
});
