import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import type { RecordText } from '../../src/sandbox/data/dataset.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import type { Selection } from '../../src/shared/query.ts';
import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import { groupOf, labRecordOf, type Planted } from './planted-records.ts';
import { expectUsualAnchorDays, syncStudy, type SyncedStudy } from './synced-study.ts';

const study = 'GRADED-1';
const alt = { test: 'ALT (SGPT)', unit: 'U/L', range: '7 - 50' };

/** Two subjects whose first visit of treatment is the day of their baseline; a third has none. */
const planted: Planted[] = [
  { ...alt, subject: 'A', visit: 'SCREENING', at: '2025-02-20T08:00:00', value: '40' },
  { ...alt, subject: 'A', visit: 'C1D1', at: '2025-03-01T08:00:00', value: '100' },
  { ...alt, subject: 'A', visit: 'C2D1', at: '2025-03-22T08:00:00', value: '149' },
  { ...alt, subject: 'A', visit: 'C3D1', at: '2025-04-12T08:00:00', value: '400' },
  { ...alt, subject: 'B', visit: 'C1D1', at: '2025-03-02T08:00:00', value: '30' },
  { ...alt, subject: 'B', visit: 'C2D1', at: '2025-03-23T08:00:00', value: '149' },
  { ...alt, subject: 'C', visit: 'FOLLOW-UP', at: '2025-03-23T08:00:00', value: '149' },
  { ...alt, subject: 'C', visit: 'FOLLOW-UP', at: '2025-03-24T08:00:00', value: '49' },
];

const records: RecordText[] = [];
let service: PublicService;
let synced: SyncedStudy;

function serve(results: readonly Planted[]): void {
  records.splice(0, records.length, ...results.map((one, place) => labRecordOf(study, one, place)));
}

beforeAll(async () => {
  serve(planted);
  const subjects = [groupOf(study, ['A', 'B', 'C'])];
  service = await startPublicService([
    { number: study, records: { subjects, labs: records, vitals: [], medications: [], responses: [] }, subjects: 3 },
  ]);
  synced = await syncStudy(service, study);
});
afterAll(async () => {
  synced.remove();
  await service.close();
});

/** `subject result: grade or reason`, in the order of time. */
async function grades(): Promise<readonly string[]> {
  const selection: Selection = { dataset: 'labs', where: [], search: '', subjects: null, chosen: null };
  const { rows } = await synced.reader['rows.page']({ study, query: { selection, sort: [], offset: 0, limit: 100 } });
  const place = (name: string): number => datasets.labs.columns.findIndex((column) => column.name === name);
  return rows.map(({ cells }) => {
    const cell = (name: string): string => String(cells[place(name)] ?? '');
    return `${cell('subject')} ${cell('result')}: ${cell('ctcae_grade_high')}${cell('ctcae_not_graded')}`;
  });
}

test('CTCAE 5.0 grades by a high baseline, otherwise by the limit, and reports an unknown baseline', async () => {
  expect(await grades()).toEqual([
    'A 40: 0',
    'A 100: 0',
    'A 149: 0',
    'A 400: 2',
    'B 30: 0',
    'B 149: 1',
    'C 149: baseline not known',
    'C 49: 0',
  ]);
});

test('another baseline regrades the later results without recording a change of those records', async () => {
  serve(planted.map((one) => (one.visit === 'C1D1' && one.subject === 'A' ? { ...one, value: '45' } : one)));
  await synced.sync();
  expect((await grades()).slice(0, 4)).toEqual(['A 40: 0', 'A 45: 0', 'A 149: 1', 'A 400: 3']);
  const listed = { study, dataset: null, since: 1, kind: null, offset: 0, limit: 100 } as const;
  const { changes } = await synced.reader['changes.list'](listed);
  expect(changes.map(({ fields }) => fields.map(({ column }) => column))).toEqual([
    ['result', 'range_flag', 'times_upper_limit', 'result_number', 'standard_result'],
  ]);
});

test('the baseline day is the default anchor day of the window', async () => {
  await expectUsualAnchorDays(synced, study);
});

test('a file with these grades passes the integrity check', async () => {
  const opened = await synced.open();
  try {
    expect(checkStudy(opened)).toEqual([]);
  } finally {
    opened.close();
  }
});
