import { expect, test } from 'vitest';
import { conditionWords } from '../../../src/shared/condition-words.ts';
import { parsePartialDate } from '../../../src/shared/partial-date.ts';
import { findColumn } from '../../../src/core/query/columns.ts';
import type { Operator } from '../../../src/shared/query.ts';
import { trial } from './trial-dataset.ts';

test.each<[string, Operator, string[], string]>([
  ['collected', '>=', ['2025-09-01'], 'Collected on or after 1 Sep 2025'],
  ['collected', '<=', ['2025-09'], 'Collected in or before Sep 2025'],
  ['collected', '=', ['2025'], 'Collected in 2025'],
  ['collected', '!=', ['2025-09-01'], 'Collected not on 1 Sep 2025'],
  ['collected', '<', ['2025-09-01T14:05'], 'Collected before 1 Sep 2025, 14:05'],
  ['collected', '>', ['2025-09-01T14'], 'Collected after 1 Sep 2025, 14:00'],
  ['result', '>=', ['5.10'], 'Result is at least 5.10'],
  ['result', '<', ['5'], 'Result is less than 5'],
  ['visit', 'contains', ['C1'], 'Visit contains “C1”'],
  ['visit', 'missing', [], 'Visit has no value'],
  ['visit', 'present', [], 'Visit has a value'],
  ['flag', 'in', ['H'], 'Flag is H'],
  ['flag', 'in', ['H', ''], 'Flag is H or no value'],
  ['flag', 'in', ['A', 'B', 'C', 'D'], 'Flag is A, B, C or D'],
  ['flag', 'in', ['A', 'B', 'C', 'D', 'E'], 'Flag is A, B, C or 2 others'],
  ['flag', 'in', ['A', 'B', 'C'], 'Flag is A, B or C'],
  ['flag', 'in', [], 'Flag is nothing'],
  ['flag', 'in', [''], 'Flag is no value'],
  ['flag', 'not-in', ['H', 'L'], 'Flag is neither H nor L'],
  ['flag', 'not-in', ['H'], 'Flag is not H'],
  ['flag', '!=', [''], 'Flag is not no value'],
  ['result', '<=', ['5'], 'Result is at most 5'],
  ['result', '>', ['5'], 'Result is more than 5'],
  ['collected', '=', ['soon'], 'Collected is soon'],
  ['collected', '=', [''], 'Collected is no value'],
  ['collected', '=', ['2025-09'], 'Collected in Sep 2025'],
  ['collected', '>', ['2025-12-01T14:05:06'], 'Collected after 1 Dec 2025, 14:05:06'],
  ['collected', '=', ['2025-01-01T14+02:00'], 'Collected at 1 Jan 2025, 14:00+02:00'],
])('%s %s %j: %s', (column, op, values, words) => {
  expect(conditionWords(findColumn(trial, column), { column, op, values })).toBe(words);
});

test('another vocabulary changes only the name of the column', () => {
  expect(conditionWords(findColumn(trial, 'flag'), { column: 'flag', op: '=', values: ['H'] }, 'LBNRIND')).toBe('LBNRIND is H');
});

test.each([
  ['2025', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['2024-02', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['2024-12-31', '2024-12-31T00:00:00Z', '2025-01-01T00:00:00Z'],
  ['2024-12-31 10:05', '2024-12-31T10:05:00Z', '2024-12-31T10:06:00Z'],
  ['0099-12', '0099-12-01T00:00:00Z', '0100-01-01T00:00:00Z'],
  ['2024-12-31T23', '2024-12-31T23:00:00Z', '2025-01-01T00:00:00Z'],
  ['2024-12-31T23:59:59', '2024-12-31T23:59:59Z', '2025-01-01T00:00:00Z'],
  ['2024-12-31T10:05-05:30', '2024-12-31T15:35:00Z', '2024-12-31T15:36:00Z'],
  ['2024-12-31T10:05+18:59', '2024-12-30T15:06:00Z', '2024-12-30T15:07:00Z'],
  ['2024-12-31T10:05:07.123456789', '2024-12-31T10:05:07.123Z', '2024-12-31T10:05:07.124Z'],
  ['2024-12-31T10:05:07.5+02:00', '2024-12-31T08:05:07.500Z', '2024-12-31T08:05:07.501Z'],
])('%s lasts from %s to %s', (text, from, to) => {
  expect(parsePartialDate(text)).toMatchObject({ from: Date.parse(from), to: Date.parse(to) });
});

test.each([
  ['2024-12-31T10:05', 'minute', false],
  ['2024-12-31T10:05Z', 'minute', true],
  ['2024-12-31T10:05:07.1', 'millisecond', false],
  ['2024-12-31T10+01:00', 'hour', true],
])('%s is known to the %s, as a moment of all time zones: %s', (text, precision, instant) => {
  expect(parsePartialDate(text)).toMatchObject({ precision, instant });
});

test.each([
  '2025-01-01T10:60',
  '2025-01-01T10:00:60',
  '2025-01-01T10:00+19:00',
  '2025-01-01T10:00+01:60',
  '',
  '25',
  '2025-13',
  '2025-02-29',
  '2025-1-1',
  '2025-01-01T24:00',
  '2025-01-01Z',
  '2025-01-01T10:00+25:00',
  ' 2025',
])('%j is not a date', (text) => {
  expect(parsePartialDate(text)).toBeNull();
});
