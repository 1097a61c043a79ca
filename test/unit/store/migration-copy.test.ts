import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../../src/core/store/database.ts';
import { studyFormat } from '../../../src/core/store/migrations.ts';
import { makeStudyTables } from '../../../src/core/store/migrations/0001-study-tables.ts';
import { openStudyForReading, openStudyForWriting } from '../../../src/core/store/study-file.ts';
import { STUDY, temporaryFolder } from './trial-study.ts';

const key = randomBytes(32);

/** A study's file as the first version made it. */
function versionOne(prepare: (db: Db) => void = () => undefined): string {
  const path = join(temporaryFolder(), 'a.db');
  const db = openDatabase(path, key, 'write');
  db.transaction(() => {
    makeStudyTables(db);
    prepare(db);
    db.pragma('user_version = 1');
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return path;
}

function versionOf(path: string): unknown {
  const db = openDatabase(path, key, 'read');
  try {
    return db.pragma('user_version', { simple: true });
  } finally {
    db.close();
  }
}

describe('a study whose tables are of an older version', () => {
  test('is copied before they change, and the copy goes when that went well', () => {
    const path = versionOne();
    openStudyForWriting(path, key, STUDY, null).close();
    expect(versionOf(path)).toBe(studyFormat);
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });

  test.each([
    ['for writing', openStudyForWriting],
    ['for reading', openStudyForReading],
  ])('is put back byte by byte where a later step fails, opened %s', (_how, open) => {
    // The second step is done and durable by then; the third finds its table taken.
    const path = versionOne((db) => db.exec('CREATE TABLE absent (x TEXT) STRICT'));
    const before = readFileSync(path);
    expect(() => open(path, key, STUDY, null)).toThrow();
    expect(versionOf(path)).toBe(1);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });

  test('keeps the copy that a killed process left, and goes back to that', () => {
    const path = versionOne((db) => db.exec('CREATE TABLE absent (x TEXT) STRICT'));
    const first = readFileSync(path);
    const left = `${path}.before-migration`;
    expect(() => openStudyForWriting(path, key, STUDY, null)).toThrow();
    // As if the process had ended after the second step.
    const db = openDatabase(path, key, 'write');
    db.exec("INSERT INTO meta VALUES ('later', '')");
    db.close();
    writeFileSync(left, first);
    expect(() => openStudyForWriting(path, key, STUDY, null)).toThrow();
    expect(readFileSync(path).equals(first)).toBe(true);
  });

  test('of this version is never copied, whoever else has it open', () => {
    const path = versionOne();
    openStudyForWriting(path, key, STUDY, null).close();
    const reader = openStudyForReading(path, key, STUDY, null);
    openStudyForWriting(path, key, STUDY, null).close();
    reader.close();
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });
});
