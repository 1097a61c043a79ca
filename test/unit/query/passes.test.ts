import { expect, test } from 'vitest';
import { listPasses } from '../../../src/core/query/changes.ts';
import { makeStudy } from './study-fixture.ts';

test('all passes are listed, newest first, even after months of daily syncs', () => {
  const fixture = makeStudy();
  try {
    fixture.change(`
      WITH RECURSIVE numbered (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbered WHERE n < 120)
      INSERT INTO generation SELECT n, '2026-11-20T14:05:00Z', '[]' FROM numbered`);
    fixture.change("INSERT INTO first_load (dataset, generation, at, records) VALUES ('labs', 1, '2026-11-20T14:05:00Z', 7)");
    fixture.change(`
      INSERT INTO change (dataset, key, subject, kind, generation, at, fields)
      VALUES ('labs', 'a', NULL, 'vanished', 2, '', '[]'), ('labs', 'b', NULL, 'vanished', 2, '', '[]'), ('labs', 'a', NULL, 'new', 3, '', '[]')`);
    const passes = listPasses(fixture.study);
    expect(passes.map(({ generation }) => generation)).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
    expect(passes.slice(-4).map(({ counts }) => counts)).toEqual([
      { new: 0, changed: 0, vanished: 0 },
      { new: 1, changed: 0, vanished: 0 },
      { new: 0, changed: 0, vanished: 2 },
      { new: 7, changed: 0, vanished: 0 },
    ]);
  } finally {
    fixture.remove();
  }
});
