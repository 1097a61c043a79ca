import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { makeProcessFolder } from '../../../src/core/platform/process-folder.ts';
import { withPrivateCopy } from '../../../src/core/store/study-file/private-copy.ts';

const key = Buffer.alloc(32, 7);
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-copied-'));
  path = join(folder, 'study.db');
  mkdirSync(join(folder, 'temporary'));
  vi.stubEnv('TMPDIR', join(folder, 'temporary'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function valuesIn(copied: string): readonly unknown[] {
  const db = withPrivateCopy(copied, (copy) => openDatabase(copy, key, 'read'));
  try {
    return db.prepare('SELECT value FROM entry ORDER BY value').pluck().all();
  } finally {
    db.close();
  }
}

describe('a private copy of a database', () => {
  test('includes what is only in the journal', () => {
    const db = openDatabase(path, key, 'write');
    db.exec(
      'CREATE TABLE entry (value INTEGER); INSERT INTO entry VALUES (1); PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO entry VALUES (2)',
    );
    expect(valuesIn(path)).toEqual([1, 2]);
    db.close();
  });

  test('is private to the account, read-only, readable after its folder is gone, and leaves nothing behind', () => {
    const made = openDatabase(path, key, 'write');
    made.exec('CREATE TABLE entry (value INTEGER); INSERT INTO entry VALUES (1)');
    made.close();
    let place = '';
    const db = withPrivateCopy(path, (copy) => {
      place = dirname(copy);
      expect([statSync(place).mode & 0o777, statSync(copy).mode & 0o777]).toEqual([0o700, 0o600]);
      return openDatabase(copy, key, 'read');
    });
    expect(existsSync(place)).toBe(false);
    expect(db.prepare('SELECT value FROM entry').pluck().all()).toEqual([1]);
    expect(() => db.exec('INSERT INTO entry VALUES (2)')).toThrow(/readonly/);
    db.close();
    expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
  });

  test('of a killed process is deleted by the next one, and that of a running one is not', () => {
    openDatabase(path, key, 'write').exec('CREATE TABLE entry (value INTEGER)').close();
    const name = basename(makeProcessFolder('reading'));
    rmSync(join(folder, 'temporary', name), { recursive: true });
    const [dead, running] = [999_999_999, process.ppid].map((pid) => name.replace(`-${String(process.pid)}-`, `-${String(pid)}-`));
    for (const left of [dead ?? '', running ?? '']) mkdirSync(join(folder, 'temporary', left));
    expect(valuesIn(path)).toEqual([]);
    expect(readdirSync(join(folder, 'temporary'))).toEqual([running]);
  });

  test('of a file that another process keeps writing is refused until that process ends', async () => {
    writeFileSync(path, Buffer.alloc(32 * 1024 * 1024));
    const writes = `const fs = require('fs'); console.log('begun'); for (;;) fs.writeSync(file, 'x', 0);`;
    const child = spawn(process.execPath, ['-e', `const file = require('fs').openSync(process.argv[1], 'r+'); ${writes}`, path]);
    try {
      await once(child.stdout, 'data');
      expect(() => withPrivateCopy(path, () => undefined)).toThrow(/another Carrel is writing/);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(withPrivateCopy(path, existsSync)).toBe(true);
  });
});
