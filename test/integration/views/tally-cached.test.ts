import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { addHostileRows, hostileTexts } from '../../unit/query/hostile-rows.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../../unit/query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  vi.restoreAllMocks();
  fixture.remove();
});

async function columnsOf(study: StudyFixture) {
  const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9 });
  for (const name of ['labs', 'vitals'] as const) columns.use(study.study, name);
  await columns.settled();
  return columns;
}

/** Results of a few subjects at a few visits; some names, dates and flags are missing, empty or odd. */
function results(prefix: string): readonly FixtureRow[] {
  const among = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;
  return Array.from({ length: 2000 }, (_, index) => ({
    record_id: `${prefix}${String(index)}`,
    subject: among([null, '', '0001', '0002', '0010', ...hostileTexts], index * 7),
    visit: among([null, '', 'C1D1', 'C2D1', 'Screening'], index * 5),
    test: among([null, '', 'ALT', 'AST', 'alt'], index * 3),
    unit: among(['U/L', 'ukat/L', null], index),
    collected: among([null, 'yesterday', '2025-02-03', '2025-02-03T10:00:00Z', '2024', '2025-02-03T23:30:00+02:00'], index * 11),
    result_number: among([null, '12', '0', '-3.5'], index),
    ...(prefix === 'l' ? { range_flag: among([null, 'LOW', 'HIGH', 'NORMAL', 'low'], index * 13) } : {}),
  }));
}

test('counts over columns in memory equal those of SQLite, in the same order', async () => {
  fixture.add('labs', results('l'));
  fixture.add('vitals', results('v'));
  const columns = await columnsOf(fixture);
  const prepared = vi.spyOn(fixture.study.db, 'prepare');
  const cached = await tallyResults(fixture.study, columns);
  expect(prepared.mock.calls.filter(([sql]) => sql.includes('GROUP BY'))).toEqual([]);
  const counted = await tallyResults(fixture.study);
  expect(cached).toEqual(counted);
  expect(counted.labs.flatMap(({ visits }) => visits).some(({ outside }) => outside > 0)).toBe(true);
  // Results dated only 2024 are counted, but their day is unknown.
  const firsts = counted.labs.flatMap(({ visits }) => visits.map(({ first }) => first));
  expect(firsts).toContain(Date.UTC(2025, 1, 3));
  expect(firsts).not.toContain(Date.UTC(2024, 0, 1));
});

test('counts of hostile rows are equal as well', async () => {
  addHostileRows(fixture, 300, 7);
  const columns = await columnsOf(fixture);
  const prepared = vi.spyOn(fixture.study.db, 'prepare');
  const cached = await tallyResults(fixture.study, columns);
  expect(prepared.mock.calls.filter(([sql]) => sql.includes('GROUP BY'))).toEqual([]);
  expect(cached).toEqual(await tallyResults(fixture.study));
});

test('rows that cannot be cached are counted by SQLite', async () => {
  fixture.add('labs', [...results('l'), { record_id: 'odd', subject: '0001', visit: 'C1\0D1', test: 'ALT' }]);
  fixture.add('vitals', results('v'));
  const prepared = vi.spyOn(fixture.study.db, 'prepare');
  const columns = await columnsOf(fixture);
  const cached = await tallyResults(fixture.study, columns);
  expect(prepared.mock.calls.filter(([sql]) => sql.includes('GROUP BY'))).toHaveLength(2);
  expect(cached).toEqual(await tallyResults(fixture.study));
});
