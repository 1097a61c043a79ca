import { expect, test } from 'vitest';
import { openInMemory, type Db } from '../../../src/core/store/database/database.ts';
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

/** A database with this many free pages. */
function databaseWith(free: number, autoVacuum: 'INCREMENTAL' | 'NONE'): Db {
  const db = openInMemory();
  db.pragma(`auto_vacuum = ${autoVacuum}`);
  db.exec('VACUUM');
  for (let page = 0; page < free; page++) db.exec(`CREATE TABLE page_${String(page)} (text TEXT)`);
  db.exec('CREATE TABLE last (text TEXT)');
  for (let page = 0; page < free; page++) db.exec(`DROP TABLE page_${String(page)}`);
  return db;
}

const numberIn = (db: Db, pragma: string): unknown => db.pragma(pragma, { simple: true });

test.each([
  [8, 0, 8],
  [9, 1, 0],
])('of %i free pages, of which eight stay for the next sync, %i step leaves %i', (free, steps, left) => {
  const db = databaseWith(free, 'INCREMENTAL');
  expect(numberIn(db, 'freelist_count')).toBe(free);
  expect(Array.from(giveBackFreePages(db))).toHaveLength(steps);
  expect(numberIn(db, 'freelist_count')).toBe(left);
  db.close();
});

test('a file of an earlier version is rewritten once, and records from then on what its pages belong to', () => {
  const db = databaseWith(20, 'NONE');
  expect(Number(numberIn(db, 'freelist_count'))).toBeGreaterThan(8);
  expect(Array.from(giveBackFreePages(db))).toHaveLength(1);
  expect([numberIn(db, 'freelist_count'), numberIn(db, 'auto_vacuum')]).toEqual([0, 2]);
  expect(Array.from(giveBackFreePages(db))).toEqual([]);
  db.close();
});
