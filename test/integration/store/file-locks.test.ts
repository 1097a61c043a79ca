import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { lockPath, tryLock } from '../../../src/core/vault/studies/sync-lock.ts';

const key = Buffer.alloc(32, 7);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-locks-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Another process that runs this text, prints a line, and ends when told to. */
async function another(text: string): Promise<{ readonly said: string; end(): Promise<void> }> {
  const source = (path: string): string => new URL(`../../../src/core/${path}`, import.meta.url).href;
  const script = `
    import { openDatabase } from '${source('store/database/database.ts')}';
    import { tryLock } from '${source('vault/studies/sync-lock.ts')}';
    const key = Buffer.alloc(32, 7);
    ${text}
    process.stdin.once('data', () => process.exit());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    said,
    end: async () => {
      child.stdin.end('end');
      await once(child, 'exit');
    },
  };
}

test('the last writer keeps the journal while another process reads, with one connection or two', async () => {
  const path = join(folder, 'study.db');
  openDatabase(path, key, 'write').exec('CREATE TABLE t (a)').close();
  for (const again of ['', `const second = openDatabase(${JSON.stringify(path)}, key, 'read'); second.prepare('SELECT * FROM t').all();`]) {
    const reader = await another(`
      const db = openDatabase(${JSON.stringify(path)}, key, 'read');
      db.exec('BEGIN');
      db.prepare('SELECT count(*) FROM t').get();
      ${again}
      console.log('reads');`);
    const writer = openDatabase(path, key, 'write');
    writer.exec('INSERT INTO t VALUES (1)');
    writer.close();
    expect(existsSync(`${path}-wal`)).toBe(true);
    await reader.end();
  }
});

test('the lock of the one writer stays taken when the same process asks for it again', async () => {
  const release = tryLock(folder);
  expect(release).not.toBeNull();
  expect(tryLock(folder)).toBeNull();
  const other = await another(`console.log(tryLock(${JSON.stringify(folder)}) === null ? 'taken' : 'free');`);
  expect(other.said).toBe('taken');
  await other.end();
  release?.();
  expect(existsSync(lockPath(folder))).toBe(true);
});
