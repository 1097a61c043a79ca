import { afterEach, beforeEach, expect, test } from 'vitest';
import { listingSource, openListing } from '../../../src/core/listings/open-listing.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

test('a record found by a check is open until somebody has looked at it', async () => {
  const glucose = (record_id: string, unit: string) => ({ record_id, subject: '0012', test: 'Glucose', result_number: 5, unit });
  fixture.add('labs', [...['a', 'b', 'c'].map((id) => glucose(id, 'mg/dL')), glucose('found', '%'), glucose('looked', '%')]);
  const [id, at] = ['3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a001', '2026-11-20T15:00:00.000Z'];
  const mark = JSON.stringify({ check: 'several-units', dataset: 'labs', generation: 1, at, keys: ['looked'] });
  fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('looked-at', '${id}', '${mark}', '${at}')`);
  const { columns, rows, says } = await openListing(listingSource(fixture.study), { name: 'checks', subjects: null });
  expect(rows.map((row) => Object.fromEntries(columns.map(({ name }, place) => [name, row[place]])))).toMatchObject([
    { record_id: 'found', state: 'open', looked_at: null },
    { record_id: 'looked', state: 'looked at', looked_at: at },
  ]);
  expect(says).toContain('1 open, 1 looked at.');
});
