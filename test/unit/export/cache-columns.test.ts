import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCached } from '../../../src/core/export/columns/cached-rows.ts';
import { cacheColumns } from '../../../src/core/export/columns/cache-columns.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

const rows = 300;
const { labs } = datasets;

let fixture: StudyFixture;
beforeAll(() => {
  fixture = makeStudy();
  fixture.add(
    'labs',
    Array.from({ length: rows }, (_, row) => ({ record_id: `lab ${String(row)}`, subject: `00${String(row % 9)}`, result: String(row) })),
  );
});
afterAll(() => {
  fixture.remove();
});

function isCached(): boolean {
  return inSnapshot(fixture.study, () => findCached(fixture.study, labs, labs.columns, rows)) !== null;
}

test('keeps the columns of a large dataset for later exports, unless cancelled', async () => {
  await cacheColumns(fixture.study, ['labs'], new AbortController().signal, rows + 1);
  expect(isCached()).toBe(false);
  await cacheColumns(fixture.study, ['labs'], AbortSignal.abort(), rows);
  expect(isCached()).toBe(false);
  await cacheColumns(fixture.study, ['labs', 'vitals'], new AbortController().signal, rows);
  expect(isCached()).toBe(true);
});
