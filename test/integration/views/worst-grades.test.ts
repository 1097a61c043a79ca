import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { findAnchors } from '../../../src/core/views/anchors.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { worstGrades } from '../../../src/core/views/worst-grades.ts';
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

const subjects = [null, '', '0001', '0002', '0010', 'É', ...hostileTexts.slice(-8)];

/** Results of a few subjects around a baseline visit, graded or not, with all kinds of dates; the same on each call. */
function graded(): readonly FixtureRow[] {
  let state = 7;
  const among = <T>(all: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return all[Math.floor((state / 2 ** 32) * all.length)] as T;
  };
  return Array.from({ length: 3000 }, (_, index) => ({
    record_id: `l${String(index)}`,
    subject: among(subjects),
    visit: among([null, '', 'C1D1', 'Cycle 1 Day 1', 'C2D1', 'Screening']),
    test: 'ALT',
    test_code: among(['ALT', 'K', 'PLAT', null, 'NOSUCH']),
    collected: among([
      ...[
        null,
        'yesterday',
        '2025-02-03',
        '2025-02-05T10:00:00Z',
        '2024',
        '2025-02',
        '1980-01-01',
        '2999-01-01',
        '2025-03-01T23:30:00+02:00',
      ],
    ]),
    ctcae_grade_low: among([null, '0', '1', '4']),
    ctcae_grade_high: among([null, null, '2', '3', '0']),
    ctcae_not_graded: among([null, null, 'no unit', 'no range']),
  }));
}

test.each([null, ['0001', '0010', 'É']])('grades from columns in memory equal those from rows, for subjects %j', async (asked) => {
  addHostileRows(fixture, 300, 11);
  fixture.add('labs', graded());
  const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9 });
  columns.use(fixture.study, 'labs');
  await columns.settled();
  const { study } = fixture;
  inSnapshot(study, () => {
    const anchors = findAnchors(study, { kind: 'visit', label: 'C1D1' });
    const cached = columns.of(study, 'labs')?.cached ?? null;
    const prepared = vi.spyOn(study.db, 'prepare');
    const ofColumns = worstGrades(study, '5.0', { subjects: asked, anchors }, cached);
    expect(prepared.mock.calls.filter(([sql]) => sql.includes('ctcae'))).toEqual([]);
    const ofRows = worstGrades(study, '5.0', { subjects: asked, anchors }, null);
    expect(prepared.mock.calls.filter(([sql]) => sql.includes('ctcae'))).toHaveLength(1);
    expect(ofColumns).toEqual(ofRows);
    expect(ofRows.tests.some(({ subjects: of }) => of.some(({ worst, record }) => worst === 4 && record !== null))).toBe(true);
    expect(ofRows.undated.count).toBeGreaterThan(0);
    expect(ofRows.nameless.count > 0).toBe(asked === null);
  });
});

const needed = ['subject', 'test_code', 'collected', 'ctcae_grade_low', 'ctcae_grade_high', 'ctcae_not_graded'];
test.each(needed)('grades are those from rows if %s is too large for memory', async (missing) => {
  fixture.add('labs', graded());
  const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9 });
  columns.use(fixture.study, 'labs');
  await columns.settled();
  const { study } = fixture;
  inSnapshot(study, () => {
    const question = { subjects: null, anchors: findAnchors(study, { kind: 'visit', label: 'C1D1' }) };
    const cached = columns.of(study, 'labs')?.cached;
    if (cached === undefined) throw new Error('The labs are not in memory.');
    const others = { ...cached, column: (name: string) => (name === missing ? null : cached.column(name)) };
    expect(worstGrades(study, '5.0', question, others)).toEqual(worstGrades(study, '5.0', question, null));
  });
});

test('a result that can be graded in neither direction is one result, and not one of a test that is not graded', () => {
  const at = (record_id: string, test_code: string, ctcae_not_graded: string | null): FixtureRow => ({
    ...{ record_id, subject: '0001', test: test_code, test_code, collected: '2025-03-01', ctcae_not_graded },
  });
  fixture.add('labs', [
    at('neither', 'K', 'no unit'),
    at('alt', 'ALT', 'no range'),
    at('none', 'K', null),
    at('other', 'NOSUCH', 'no unit'),
  ]);
  const anchors = new Map([['0001', 20_000]]);
  const { ungraded } = inSnapshot(fixture.study, () => worstGrades(fixture.study, '5.0', { subjects: null, anchors }, null));
  expect(ungraded).toEqual({ count: 2, keys: ['neither', 'alt'] });
});

test.each(['C1D1', 'Cycle 1 Day 1', 'Screening', 'C9D9', 'Follow-up'])(
  'the days of visit "%s" are the same with the tally',
  async (label) => {
    addHostileRows(fixture, 300, 11);
    fixture.add('labs', graded());
    fixture.add('responses', [{ record_id: 'r', subject: '0001', assessment: 'Follow-up', assessed: '2025-04-01' }]);
    const { study } = fixture;
    const tally = await tallyResults(study);
    const named = ([subject]: readonly [string, number]): boolean => subject !== '';
    inSnapshot(study, () => {
      const looked = [...findAnchors(study, { kind: 'visit', label })].filter(named).sort();
      expect([...findAnchors(study, { kind: 'visit', label }, tally)].filter(named).sort()).toEqual(looked);
      expect(looked.length > 0).toBe(label !== 'C9D9');
    });
  },
);
