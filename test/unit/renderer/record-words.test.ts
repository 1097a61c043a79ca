import { describe, expect, test } from 'vitest';
import { contentOf, flagOf, recordOf, visitOf } from '../../../src/renderer/record/changes/record-words.ts';
import type { ChangeLine } from '../../../src/renderer/record/changes/change-lines.ts';
import type { GridRow } from '../../../src/shared/contract.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';

/** The line of a new record with these cells. */
function lineOf(dataset: DatasetName, cells: Readonly<Record<string, string | number>>): ChangeLine {
  return {
    id: 'x',
    change: { generation: 2, at: '2026-05-14T12:05:00.000Z', dataset, key: 'k', subject: '0012', kind: 'new', fields: [] },
    row: {
      key: 'k',
      added: 2,
      changed: 2,
      cells: datasets[dataset].columns.map(({ name }): GridRow['cells'][number] => cells[name] ?? null),
    },
    field: null,
  };
}

describe('a record in a few words', () => {
  test('shows a result with its unit, and its flag if it is out of range', () => {
    const line = lineOf('labs', { test: 'Hemoglobin', visit: 'C1D1', result: '11.6', unit: 'g/dL', range_flag: 'LOW' });
    expect([recordOf(line), visitOf(line), contentOf(line), flagOf(line)]).toEqual(['Hemoglobin', 'C1D1', '11.6 g/dL', 'LOW']);
    expect(flagOf(lineOf('labs', { range_flag: 'NORMAL' }))).toBeNull();
  });

  test('leaves out a unit without a dose', () => {
    const started = '2025-01-03T00:00:00';
    expect(contentOf(lineOf('medications', { dose: 25, dose_unit: 'mg', started }))).toBe('25 mg, from 2025-01-03');
    expect(contentOf(lineOf('medications', { dose_unit: 'mg', started }))).toBe('from 2025-01-03');
  });

  test('describes a vanished record from the ledger', () => {
    const { id, change } = lineOf('vitals', {});
    const fields = [
      { column: 'result', before: '71.4', after: null },
      { column: 'unit', before: 'kg', after: null },
    ];
    expect(contentOf({ id, change: { ...change, kind: 'vanished', fields }, row: null, field: null })).toBe('71.4 kg');
  });

  test('uses the kind of a record that has no name', () => {
    expect([recordOf(lineOf('responses', {})), visitOf(lineOf('subjects', {}))]).toEqual(['Response assessment', '–']);
  });
});
