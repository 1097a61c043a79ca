import { describe, expect, test } from 'vitest';
import { LAST_DAY, localText, moment, zonedText } from '../../../src/sandbox/data/calendar.ts';
import { guid } from '../../../src/sandbox/data/random.ts';
import { digits, writeJson } from '../../../src/sandbox/json.ts';

describe('dates', () => {
  test.each([
    [0, 0, '2025-01-01T00:00:00'],
    [-14, 605, '2024-12-18T10:05:00'],
    [365, 1439, '2026-01-01T23:59:00'],
    [LAST_DAY, 0, '2026-10-31T00:00:00'],
  ])('day %i, minute %i is %s', (day, minute, text) => {
    expect(localText(moment(day, minute))).toBe(text);
  });

  test.each([
    ['new-york', 'America/New_York'],
    ['berlin', 'Europe/Berlin'],
    ['kolkata', 'Asia/Kolkata'],
  ] as const)('offsets of %s are those of the time zone, day by day', (zone, name) => {
    const format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
    for (let day = 0; day <= LAST_DAY; day++) {
      const text = zonedText(moment(day, 12 * 60), zone);
      const offset = format.formatToParts(new Date(text)).find(({ type }) => type === 'timeZoneName')?.value;
      expect(`GMT${text.slice(19)}`).toBe(offset);
    }
  });
});

test('numbers are written with their trailing zeros, and members without a value are left out', () => {
  expect(writeJson({ a: digits(5.1, 2), b: undefined, c: ['"\n', 1.5, true], d: {} })).toBe('{"a":5.10,"c":["\\"\\n",1.5,true],"d":{}}');
});

test('250,000 neighbouring records all have different ids', () => {
  const ids = new Set<string>();
  for (let a = 0; a < 500; a++) for (let b = 0; b < 500; b++) ids.add(guid(7, a, b * 0x100000 + a));
  expect(ids.size).toBe(250_000);
  expect([...ids][99]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
