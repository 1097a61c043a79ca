import { describe, expect, test } from 'vitest';
import { lanesOf } from '../../../../src/renderer/places/subject/medication-lanes.ts';
import type { MedicationRecord } from '../../../../src/shared/calls/subject.ts';
import { day } from './sample-results.ts';

function record(medication: string, started: string | null, ended: string | null, more: Partial<MedicationRecord> = {}): MedicationRecord {
  return { key: `${medication}-${String(started)}`, medication, dose: null, doseUnit: null, route: null, started, ended, ...more };
}

const [from, to] = [day('2025-09-01'), day('2025-12-01')];

describe('medication lanes', () => {
  test('group records by drug and dose, ordered by first start', () => {
    const { lanes, drawn, records } = lanesOf(
      [
        record('ondansetron', '2025-09-12', '2025-09-14', { dose: '8', doseUnit: 'MG' }),
        record('pantoprazole', '2024-03', null),
        record('ondansetron', '2025-10-12', '2025-10-14', { dose: '8', doseUnit: 'MG' }),
        record('ondansetron', '2025-10-12', '2025-10-14', { dose: '4', doseUnit: 'MG' }),
      ],
      from,
      to,
    );
    expect(lanes.map(({ name, bars }) => [name, bars.length])).toEqual([
      ['pantoprazole', 1],
      ['ondansetron 8 MG', 2],
      ['ondansetron 4 MG', 1],
    ]);
    expect([drawn, records]).toEqual([4, 4]);
  });

  test('do not repeat a dose that the name already contains', () => {
    const { lanes } = lanesOf([record('ondansetron 8 MG Oral Tablet', '2025-09-12', null, { dose: '8', doseUnit: 'MG' })], from, to);
    expect(lanes.map(({ name }) => name)).toEqual(['ondansetron 8 MG Oral Tablet']);
  });

  test('end a bar after the recorded day, month or year, and leave it open where no end was recorded', () => {
    const bars = lanesOf(
      [record('a', '2025-09-12', '2025-09-12'), record('b', '2025-09', '2025-10'), record('c', '2025-09-12', null)],
      from,
      to,
    );
    expect(bars.lanes.flatMap((lane) => lane.bars).map((bar) => [bar.from, bar.to])).toEqual([
      [day('2025-09-01'), day('2025-11-01')],
      [day('2025-09-12'), day('2025-09-13')],
      [day('2025-09-12'), null],
    ]);
  });

  test('leave out records outside the span or without a readable date, and count the latter', () => {
    const found = lanesOf(
      [
        record('a', '2025-01-01', '2025-02-01'),
        record('b', '2026-01-01', null),
        record('c', 'unknown', null),
        record('d', null, '2025-09-05'),
        record('the day before', '2025-08-30', '2025-08-31'),
        record('the day after', '2025-12-01', '2025-12-02'),
      ],
      from,
      to,
    );
    expect(found.lanes.map(({ name }) => name)).toEqual(['d']);
    expect([found.drawn, found.records, found.undated]).toEqual([1, 6, 1]);
  });
});
