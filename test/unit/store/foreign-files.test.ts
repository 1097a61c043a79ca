import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { studyFormat } from '../../../src/core/store/database/migrations.ts';
import { guarded } from '../../../src/core/store/database/store-error.ts';
import { openStudyForReading, openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { labs, newStudyFile, STUDY, subjects, type TrialFile } from './trial-study.ts';

const declarations = [labs, subjects];
const corrupt = expect.objectContaining({ code: 'CORRUPT' });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-foreign-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function refusedAsItIs({ path, key }: TrialFile): void {
  const bytes = readFileSync(path);
  for (const open of [openStudyForReading, openStudyForWriting])
    expect(() => open(path, key, STUDY, { current: null, pending: null }, declarations)).toThrow(corrupt);
  expect(readFileSync(path).equals(bytes)).toBe(true);
}

describe('a file that is not a study', () => {
  // Regression: SQLite started them afresh, or they were reported as "reinstall Carrel".
  test.each([0, 1, 15, 100, 4095])('a file cut to %i bytes is reported as damaged and left unchanged', (length) => {
    const file = newStudyFile();
    writeFileSync(file.path, readFileSync(file.path).subarray(0, length));
    refusedAsItIs(file);
  });

  // Regression: they were migrated first, and reported as a failure of the disk.
  test.each([
    ['without tables', ''],
    ['with other tables', 'CREATE TABLE other (x)'],
    ['with a table of the same name', 'CREATE TABLE meta (x)'],
    ['that claims to be of our version', `CREATE TABLE meta (x); PRAGMA user_version = ${String(studyFormat)}`],
  ])('a database under the same key %s is reported as damaged and left unchanged', (_what, sql) => {
    const file = { path: join(folder, 'a.db'), key: Buffer.alloc(32, 7) };
    const db = openDatabase(file.path, file.key, 'write');
    db.exec(sql);
    db.close();
    refusedAsItIs(file);
  });

  test('a file of a newer version is reported as such, whatever tables it has', () => {
    const file = newStudyFile();
    const db = openDatabase(file.path, file.key, 'write');
    db.exec('ALTER TABLE pass RENAME TO reading; PRAGMA user_version = 99');
    db.close();
    expect(() => openStudyForReading(file.path, file.key, STUDY, null, declarations)).toThrow(expect.objectContaining({ code: 'VERSION' }));
  });
});

// Regression: they were reported as damage, for which a file is set aside.
test.each(['SELECT 1 FROM no_such_table', 'SELECT no_such_column FROM pass'])(
  'a bug in a statement is not reported as damage: %s',
  (sql) => {
    const file = newStudyFile();
    const study = openStudyForReading(file.path, file.key, STUDY, null, declarations);
    expect(() => guarded('The cache', () => study.db.prepare(sql).all())).toThrow(expect.objectContaining({ code: 'STORE' }));
    study.close();
  },
);
