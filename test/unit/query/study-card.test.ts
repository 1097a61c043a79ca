import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSponsor } from '../../../src/core/query/study-card.ts';
import { makeStudy, type StudyFixture } from './study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  vi.restoreAllMocks();
  fixture.remove();
});

const sponsor = (): string | null => readSponsor(fixture.study);

test('the sponsor’s number of a study is that of the first record that has one', () => {
  fixture.add('labs', [{ record_id: 'r1' }, { record_id: 'r2', sponsor_study: 'S-2' }, { record_id: 'r3', sponsor_study: 'S-3' }]);
  expect(sponsor()).toBe('S-2');
});

test('a sponsor’s number that no record uses any more is not taken', () => {
  expect(sponsor()).toBeNull();
  fixture.add('labs', [{ record_id: 'r1' }, { record_id: 'r2', sponsor_study: 'S-2' }]);
  fixture.change("DELETE FROM labs_row WHERE record_id = 'r2'");
  expect(sponsor()).toBeNull();
  fixture.add('vitals', [{ record_id: 'v1', sponsor_study: 'S-9' }]);
  expect(sponsor()).toBe('S-9');
});

test('looking for a sponsor’s number walks over the records and looks its combination up, not the other way round', () => {
  fixture.add('labs', [{ record_id: 'r1', sponsor_study: 'S-1' }]);
  const { db } = fixture.study;
  const prepared = vi.spyOn(db, 'prepare');
  sponsor();
  const walk = prepared.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('labs_row'));
  prepared.mockRestore();
  const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${walk ?? ''}`).all();
  expect(plan.map(({ detail }) => detail.replace(/ USING.*/, ''))).toEqual(['SCAN labs_row', 'SEARCH labs_shared']);
});

test('the records are not walked over if no combination of cells has a sponsor’s number', () => {
  fixture.add('labs', [{ record_id: 'r1' }, { record_id: 'r2' }]);
  const prepared = vi.spyOn(fixture.study.db, 'prepare');
  expect(sponsor()).toBeNull();
  expect(prepared.mock.calls.filter(([sql]) => sql.includes('labs_row'))).toEqual([]);
});
