import { expect, test } from 'vitest';
import { openInMemory } from '../../../src/core/store/database/database.ts';
import { giveBackFreePages } from '../../../src/core/store/flip/free-pages.ts';

test('gives back all free pages, some in each step', () => {
  const db = openInMemory();
  db.pragma('auto_vacuum = INCREMENTAL');
  db.exec(`VACUUM; CREATE TABLE filling (text TEXT);
    WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 3000) INSERT INTO filling SELECT printf('%4000d', n) FROM counted;
    DELETE FROM filling`);
  const free = (): unknown => db.pragma('freelist_count', { simple: true });
  expect(free()).toBeGreaterThan(2 * 1024);
  const left = Array.from(giveBackFreePages(db), free);
  expect(left).toHaveLength(3);
  expect(left.at(-1)).toBe(0);
  db.close();
});
