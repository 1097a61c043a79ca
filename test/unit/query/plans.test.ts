import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../../../src/core/query/count.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { readRecord } from '../../../src/core/query/record.ts';
import { queryRows, readGridRows } from '../../../src/core/query/rows.ts';
import type { StudyReader } from '../../../src/core/query/study-directory.ts';
import { upToCutOff } from '../../../src/core/query/up-to-cut-off.ts';
import { columnValues } from '../../../src/core/query/values.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Query } from '../../../src/shared/query.ts';
import { everything, makeStudy, type StudyFixture } from './study-fixture.ts';

let fixture: StudyFixture;
beforeAll(() => {
  fixture = makeStudy();
  fixture.add(
    'labs',
    Array.from({ length: 200 }, (_, index) => ({
      record_id: `r${String(index)}`,
      subject: String(index % 10),
      test: `T${String(index % 7)}`,
      unit: `u${String(index % 3)}`,
      visit: 'V1',
      collected: '2025-01-01T00:00:00',
    })),
  );
});
afterAll(() => {
  fixture.remove();
});

/** SQLite's plans for the statements of a question that read the tables of labs. */
function plansOf(question: (study: StudyReader) => unknown): string[] {
  const { study } = fixture;
  const statements: string[] = [];
  const db = new Proxy(study.db, {
    get: (target, name) => {
      if (name === 'prepare') {
        return (sql: string) => {
          statements.push(sql);
          return target.prepare(sql);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  question({ ...study, db });
  return statements
    .filter((sql) => sql.includes('labs_row'))
    .map((sql) =>
      study.db
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'[1]'")}`)
        .all()
        .map(({ detail }) => detail)
        .join(' / '),
    );
}

const page = (query: Partial<Query>) => (study: StudyReader) =>
  queryRows(study, { selection: everything('labs'), sort: [], offset: 0, limit: 10, ...query }, createLruCache(1));
const where = (column: string, value: string) => ({ ...everything('labs'), where: [{ column, op: '=' as const, values: [value] }] });

describe('the plan', () => {
  test('of the first page scans the index of its order, and reads its rows by number', () => {
    const [order, rows] = plansOf(page({}));
    // Rows are sorted within a subject: unreadable dates come last.
    expect(order).toBe('SCAN labs_row USING COVERING INDEX labs_1 / USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY');
    expect(rows).toMatch(
      /SCAN json_each .*\/ SEARCH labs_row USING INTEGER PRIMARY KEY \(rowid=\?\) \/ SEARCH labs_shared USING INTEGER PRIMARY KEY \(rowid=\?\)/,
    );
  });

  test('of a test in order of time needs only its index', () => {
    const sort = [{ column: 'collected', descending: true }];
    expect(plansOf(page({ selection: where('test', 'T1'), sort }))[0]).toBe('SEARCH labs_row USING COVERING INDEX labs_2 (test=?)');
  });

  test('of a condition on a shared column reads the combinations once and keeps the order of the index', () => {
    const [order] = plansOf(page({ selection: where('unit', 'u1') }));
    expect(order).toBe(
      'SCAN labs_row USING INDEX labs_1 / LIST SUBQUERY 1 / SCAN labs_shared / CREATE BLOOM FILTER / USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY',
    );
  });

  test('of a sort by a shared column looks up each combination', () => {
    expect(plansOf(page({ sort: [{ column: 'unit', descending: false }] }))[0]).toBe(
      'SCAN labs_row / SEARCH labs_shared USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN / USE TEMP B-TREE FOR ORDER BY',
    );
  });

  test('of a count without conditions never reads the combinations', () => {
    const [plan] = plansOf((study) => countRows(study, everything('labs'), createLruCache(1)));
    expect(plan).toContain('COVERING INDEX');
    expect(plan).not.toContain('labs_shared');
  });

  test('of a value list counts by index, or by combination', () => {
    const list = (column: string) =>
      plansOf((study) => columnValues(study, { selection: everything('labs'), column, search: '', limit: 10 }))[0];
    expect(list('test')).toContain('SCAN labs_row USING COVERING INDEX labs_2');
    expect(list('unit')).toMatch(/SCAN labs_row \/ USE TEMP B-TREE FOR GROUP BY/);
    expect(list('unit')).toContain('SEARCH labs_shared USING INTEGER PRIMARY KEY');
  });

  test('under a data cut-off uses the same indexes', () => {
    const all = plansOf(page({ selection: where('subject', '3') }));
    const shown = upToCutOff(fixture.study, '2025-06-30');
    try {
      const plans = plansOf((study) => page({ selection: where('subject', '3') })({ ...shown, db: study.db }));
      expect(plans).toHaveLength(all.length);
      for (const [at, plan] of plans.entries()) {
        // The same index, whatever else it covers.
        expect(plan).toContain(/INDEX (\w+)|INTEGER PRIMARY KEY/.exec(all[at] ?? '')?.[0] ?? 'an index');
        expect(plan).not.toMatch(/CO-ROUTINE|MATERIALIZE|SCAN r\b/);
      }
    } finally {
      upToCutOff(fixture.study, null);
    }
  });

  test('of a single record uses its key', () => {
    expect(plansOf((study) => readRecord(study, 'labs', 'r7'))[0]).toBe('SEARCH main.labs_row USING INDEX labs_key (record_id=?)');
    expect(plansOf((study) => readGridRows(study, datasets.labs, [1]))).toHaveLength(1);
  });

  test('of the view finds a record by its key as well', () => {
    const plan = fixture.study.db
      .prepare<[], { detail: string }>("EXPLAIN QUERY PLAN SELECT unit, result FROM labs WHERE record_id = 'r7'")
      .all()
      .map(({ detail }) => detail);
    expect(plan).toEqual([
      'SEARCH labs_row USING INDEX labs_key (record_id=?)',
      'SEARCH labs_shared USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
    ]);
  });
});
