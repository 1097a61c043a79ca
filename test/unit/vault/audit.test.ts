import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../src/core/store/database/database.ts';
import { appendAudit, findAuditBreak, readAudit } from '../../../src/core/vault/audit/audit.ts';
import { createVaultDatabase } from '../../../src/core/vault/database.ts';
import { temporaryFolders } from './folder.ts';

describe('the audit trail', () => {
  const folder = temporaryFolders();

  /** A trail of six entries. */
  function trail(): Db {
    const db = createVaultDatabase(folder(), randomBytes(32));
    for (const [index, study] of ['a', 'b', 'c', 'd', 'e', 'f'].entries())
      appendAudit(db, { kind: 'study-added', study }, new Date(Date.UTC(2026, 10, 20, 12, index)));
    return db;
  }

  test('keeps what was done, when and by which account, in order', () => {
    const db = trail();
    const entries = readAudit(db);
    expect(entries.map(({ number, at, event }) => [number, at, event]).slice(0, 2)).toEqual([
      [1, '2026-11-20T12:00:00.000Z', { kind: 'study-added', study: 'a' }],
      [2, '2026-11-20T12:01:00.000Z', { kind: 'study-added', study: 'b' }],
    ]);
    expect(entries[0]?.actor).not.toBe('');
    expect(findAuditBreak(db)).toBeNull();
    db.close();
  });

  test('is intact when empty', () => {
    const db = createVaultDatabase(folder(), randomBytes(32));
    expect(findAuditBreak(db)).toBeNull();
    db.close();
  });

  test.each([
    ['an edited event', `UPDATE audit SET event = replace(event, '"c"', '"x"') WHERE number = 3`, 'Entry 3'],
    ['an edited time', `UPDATE audit SET at = '2026-11-20T12:02:00.001Z' WHERE number = 3`, 'Entry 3'],
    ['another account', `UPDATE audit SET actor = 'somebody' WHERE number = 1`, 'Entry 1'],
    ['a removed entry', 'DELETE FROM audit WHERE number = 4', 'from entry 3 to 5'],
    ['a removed first entry', 'DELETE FROM audit WHERE number = 1', 'from entry 0 to 2'],
    [
      'a removed entry with the later ones renumbered',
      'DELETE FROM audit WHERE number = 4; UPDATE audit SET number = number - 1 WHERE number > 4',
      'Entry 4',
    ],
    [
      'two swapped entries',
      'UPDATE audit SET number = -number WHERE number IN (2, 3); UPDATE audit SET number = 5 + number WHERE number < 0',
      'Entry 2',
    ],
    ['an inserted entry', `INSERT INTO audit SELECT 7, at, actor, event, hash FROM audit WHERE number = 6`, 'Entry 7'],
    ['a truncated end', 'DELETE FROM audit WHERE number > 4', 'ends at entry 4, but 6'],
    ['the removal of all entries', 'DELETE FROM audit', 'ends at entry 0, but 6'],
    ['a head that counts fewer entries', 'UPDATE audit_head SET entries = 5', 'ends at entry 6, but 5'],
    ['a head of another end', 'UPDATE audit_head SET hash = (SELECT hash FROM audit WHERE number = 5)', 'ends at entry 6, but 6'],
  ])('finds %s', (_what, sql, says) => {
    const db = trail();
    db.exec(sql);
    expect(findAuditBreak(db)).toContain(says);
    db.close();
  });

  test('still finds a cut-off end after further entries are written', () => {
    const db = trail();
    db.exec('DELETE FROM audit WHERE number > 4');
    appendAudit(db, { kind: 'study-added', study: 'g' }, new Date());
    expect(findAuditBreak(db)).toContain('from entry 4 to 7');
    db.close();
  });

  test('stores the same bytes for an event whatever the order of its fields', () => {
    const db = createVaultDatabase(folder(), randomBytes(32));
    const at = new Date(0);
    appendAudit(db, { kind: 'unlock-failed', times: 2, last: 'x' }, at);
    appendAudit(db, { last: 'x', times: 2, kind: 'unlock-failed' }, at);
    const events = db.prepare('SELECT DISTINCT event FROM audit').pluck().all();
    expect(events).toEqual(['{"kind":"unlock-failed","last":"x","times":2}']);
    db.close();
  });
});
