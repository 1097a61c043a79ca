import { randomBytes } from 'node:crypto';
import type * as nodeFs from 'node:fs';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase, type Db } from '../../../src/core/store/database/database.ts';
import { studyFormat } from '../../../src/core/store/database/migrations.ts';
import { makeStudyTables } from '../../../src/core/store/database/migrations/0001-study-tables.ts';
import { openStudyForReading, openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { STUDY, temporaryFolder } from './trial-study.ts';

const disk = vi.hoisted(() => ({ full: false, hasNoFile: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>();
  return {
    ...fs,
    copyFileSync: (from: string, to: string, mode?: number): void => {
      if (!disk.hasNoFile) fs.copyFileSync(from, to, mode);
      if (disk.full) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
    statfsSync: (path: string) => (disk.full ? { bavail: 1, bsize: 1000 } : fs.statfsSync(path)),
  };
});

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

function change(path: string, sql: string): void {
  const db = openDatabase(path, key, 'write');
  db.exec(sql);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

describe('a study whose tables are of an older version', () => {
  test('is migrated, and no copy is left behind', () => {
    const path = versionOne();
    openStudyForWriting(path, key, STUDY, null).close();
    expect(versionOf(path)).toBe(studyFormat);
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });

  test.each([
    ['for writing', openStudyForWriting],
    ['for reading', openStudyForReading],
  ])('is restored byte by byte if a later step fails, opened %s', (_how, open) => {
    // The second step is durable by then; the third fails because its table exists.
    const path = versionOne((db) => db.exec('CREATE TABLE absent (x TEXT) STRICT'));
    const before = readFileSync(path);
    expect(() => open(path, key, STUDY, null)).toThrow();
    expect(versionOf(path)).toBe(1);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });

  test('is restored from the copy of a process that was killed halfway', () => {
    const path = versionOne((db) => db.exec('CREATE TABLE absent (x TEXT) STRICT'));
    const first = readFileSync(path);
    // As if the process had ended after the second step; the third fails because its table exists.
    change(path, "INSERT INTO meta VALUES ('later', ''); PRAGMA user_version = 2");
    writeFileSync(`${path}.before-migration`, first);
    expect(() => openStudyForWriting(path, key, STUDY, null)).toThrow();
    expect(readFileSync(path).equals(first)).toBe(true);
  });

  test.each([
    ['of the same version', (first: Buffer) => first],
    ['that does not open', () => randomBytes(8192)],
    ['that is truncated', () => Buffer.alloc(10)],
  ])('is copied again if a copy %s was left', (_what, left) => {
    const path = versionOne((db) => db.exec('CREATE TABLE absent (x TEXT) STRICT'));
    const first = readFileSync(path);
    change(path, "INSERT INTO meta VALUES ('later', '')");
    const newer = readFileSync(path);
    writeFileSync(`${path}.before-migration`, left(first));
    expect(() => openStudyForWriting(path, key, STUDY, null)).toThrow();
    expect(readFileSync(path).equals(newer)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['a.db']);
  });

  test('loses a copy that a kill left after the last step as soon as it is opened for writing', () => {
    const path = versionOne();
    const first = readFileSync(path);
    openStudyForWriting(path, key, STUDY, null).close();
    writeFileSync(`${path}.before-migration`, first);
    openStudyForWriting(path, key, STUDY, null).close();
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });

  test.each([
    ['the whole of the copy', false],
    ['even its name', true],
  ])('stays unchanged if there is no room for %s, and the error states how much is missing', (_what, hasNoFile) => {
    const path = versionOne();
    const before = readFileSync(path);
    Object.assign(disk, { full: true, hasNoFile });
    try {
      const missing = `${before.length - 1000} more bytes are needed`;
      expect(() => openStudyForWriting(path, key, STUDY, null)).toThrow(
        expect.objectContaining({ code: 'STORE', message: expect.stringContaining(missing) }),
      );
    } finally {
      Object.assign(disk, { full: false, hasNoFile: false });
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('before-migration'))).toEqual([]);
  });

  test('leaves no copy behind once it is of the current version, even while a reader has it open', () => {
    const path = versionOne();
    openStudyForWriting(path, key, STUDY, null).close();
    const reader = openStudyForReading(path, key, STUDY, null);
    openStudyForWriting(path, key, STUDY, null).close();
    reader.close();
    expect(existsSync(`${path}.before-migration`)).toBe(false);
  });
});
