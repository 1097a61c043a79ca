import { expect, test } from 'vitest';
import { wholeOf } from '../../../src/renderer/record/export/export-source.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { statusOf } from './sample-status.ts';

test('a whole study is counted up to its data cut-off', () => {
  const status = statusOf('2026-05-14T12:00:00Z');
  const cutOff = { date: '2026-03-31', leftOut: [{ dataset: 'labs' as const, records: 4 }] };
  const rowsOf = (card: Parameters<typeof wholeOf>[0], name: DatasetName) => wholeOf(card, {}).find(({ dataset }) => dataset === name);
  expect(rowsOf({ study: '22-001', status, cutOff }, 'labs')).toMatchObject({ rows: 6, all: 10 });
  expect(rowsOf({ study: '22-001', status, cutOff }, 'vitals')).toMatchObject({ rows: 10, all: 10 });
  expect(rowsOf({ study: '22-001', status, cutOff: null }, 'labs')).toMatchObject({ rows: 10, all: 10 });
});
