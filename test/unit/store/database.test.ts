import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { collectGarbage } from '../../../src/core/sync/heap-limit.ts';

const key = Buffer.alloc(32, 7);
const folder = mkdtempSync(join(tmpdir(), 'carrel-database-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function openAndClose(name: string): WeakRef<object> {
  const db = openDatabase(join(folder, name), key, 'write');
  db.exec('CREATE TABLE t (a)');
  db.close();
  return new WeakRef(db);
}

// Regression: the last connection of each path stayed in memory, with all its statements.
test('a closed connection is released once another file is opened', async () => {
  const closed = openAndClose('first.db');
  const other = openDatabase(join(folder, 'second.db'), key, 'write');
  await nextTurn();
  collectGarbage();
  expect(closed.deref()).toBeUndefined();
  other.close();
});
