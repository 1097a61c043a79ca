import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Db } from '../../../src/core/store/database/database.ts';
import { migrateStudy } from '../../../src/core/store/database/migrations.ts';
import { makeStudyTables } from '../../../src/core/store/database/migrations/0001-study-tables.ts';
import { STUDY, temporaryFolder } from './trial-study.ts';

/** A file of version 1 with two passes, one of which was proven. */
function versionOne(): Db {
  const db = openDatabase(join(temporaryFolder(), 'a.db'), randomBytes(32), 'write');
  onTestFinished(() => {
    db.close();
  });
  db.transaction(() => {
    makeStudyTables(db);
    db.pragma('user_version = 1');
  })();
  const insert = db.prepare(
    "INSERT INTO pass (dataset, started_at, ended_at, generation, combinations, status, proof) VALUES (?, '2026-01-01', ?, 1, 0, ?, ?)",
  );
  insert.run('labs', '2026-01-02', 'current', '{"distinct":12,"digest":"ab"}');
  insert.run('vitals', null, 'running', null);
  return db;
}

const passes = (db: Db): unknown => db.prepare('SELECT dataset, started_at, ended_at, generation, status FROM pass ORDER BY id').all();

describe('from version 1 to 2', () => {
  test('keeps what was there, adds to proofs what was not checked then, and leaves nothing pending review', () => {
    const db = versionOne();
    const before = passes(db);
    migrateStudy(db, STUDY);
    expect(passes(db)).toEqual(before);
    expect(db.prepare('SELECT staged_at, repeated FROM pass ORDER BY id').raw().all()).toEqual([
      ['2026-01-02', '[]'],
      ['2026-01-01', '[]'],
    ]);
    expect(JSON.parse(String(db.prepare("SELECT proof FROM pass WHERE dataset = 'labs'").pluck().get()))).toEqual({
      distinct: 12,
      digest: 'ab',
      repeated: [],
      resumedPages: 0,
      foreignLinks: 0,
      drift: [],
    });
    expect(db.prepare('SELECT DISTINCT held FROM pass').pluck().all()).toEqual([null]);
    expect(Number(db.pragma('user_version', { simple: true }))).toBeGreaterThanOrEqual(2);
  });

  test('leaves the file and its version unchanged if a step fails in its last statement', () => {
    const db = versionOne();
    const schema = (): unknown => db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').pluck().all();
    db.exec("UPDATE pass SET proof = 'no JSON' WHERE dataset = 'labs'");
    const before = [schema(), passes(db)];
    expect(() => {
      migrateStudy(db, STUDY);
    }).toThrow(/JSON/);
    expect([schema(), passes(db)]).toEqual(before);
    expect(db.pragma('user_version', { simple: true })).toBe(1);
  });
});
