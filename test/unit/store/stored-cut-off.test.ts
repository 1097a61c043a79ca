import { expect, test } from 'vitest';
import { openInMemory } from '../../../src/core/store/database/database.ts';
import { migrateStudy } from '../../../src/core/store/database/migrations.ts';
import { storedCutOff } from '../../../src/core/store/database/stored-cut-off.ts';

test('the last data cut-off that can be read is in force, whatever a newer Carrel wrote after it', () => {
  const db = openInMemory();
  migrateStudy(db, '22-001');
  const add = db.prepare("INSERT INTO annotation (kind, name, value, at) VALUES ('data-cut-off', ?, ?, ?)");
  expect(storedCutOff(db)).toBeNull();
  add.run('a', '{"date":"2026-01-31"}', '2026-02-01T00:00:00.000Z');
  add.run('b', '{"date":"2026-02-28"}', '2026-03-01T00:00:00.000Z');
  // As a restore brings it: under a name of its own, beside the one that is here.
  add.run('c', '{"days":{"labs":"2026-03-31"}}', '2026-04-01T00:00:00.000Z');
  expect(storedCutOff(db)).toBe('2026-02-28');
  add.run('d', '{"date":null}', '2026-05-01T00:00:00.000Z');
  expect(storedCutOff(db)).toBeNull();
  db.close();
});
