import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupPlace, fillBackup, openBackupDatabase } from '../../../src/core/backup/backup-database.ts';
import { backupHeaderSchema } from '../../../src/core/backup/backup-header.ts';
import { backupKind } from '../../../src/core/backup/backup-kind.ts';
import { makeBackup } from '../../../src/core/backup/make-backup.ts';
import { openBackup } from '../../../src/core/backup/open-backup.ts';
import { createAtomicFile } from '../../../src/core/platform/atomic-file.ts';
import { writeSealed } from '../../../src/core/sealed/write-sealed.ts';
import type { Db } from '../../../src/core/store/database/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-open-backup-'));
const [path, work] = [join(folder, 'mine.carrelbackup'), mkdtempSync(join(folder, 'work-'))];
const now = new Date('2026-11-25T10:00:00Z');
const under = 'four quiet desks';
const vault = { settings: [{ name: 'layouts', value: '{}' }], trail: [], trailLeftOut: null };

beforeAll(async () => {
  await makeBackup({ vault, studies: [], folder }, { path, replace: false, under, madeBy: '1.0.0', now });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function open(file = path, passphrase = under) {
  const opened = await openBackup(file, passphrase, work);
  opened.close();
  return opened;
}

/** A backup of a database that this fills. */
async function sealed(fill: (db: Db) => void): Promise<string> {
  const to = join(folder, 'other.carrelbackup');
  const file = createAtomicFile(to, true);
  const place = backupPlace(folder);
  fillBackup(place, fill);
  const size = readFileSync(place.path).length;
  const header = { madeAt: now.toISOString(), madeBy: '1.0.0', key: place.key.toString('base64'), size };
  await writeSealed(file, backupKind, under, { schema: backupHeaderSchema, header, path: place.path, cancelled: '' }, {});
  file.finish();
  file.commit();
  place.remove();
  return to;
}

describe('a backup', () => {
  test('opens with its passphrase, and leaves nothing behind', async () => {
    expect(await open()).toMatchObject({ madeAt: now.toISOString(), studies: [], vault: { settings: vault.settings, trail: [] } });
    expect(readdirSync(work)).toEqual([]);
  });

  test('says whether each study is demo data', async () => {
    const file = await sealed((db) => {
      db.exec(`INSERT INTO vault VALUES (1, '{"settings":[],"trail":[]}'); INSERT INTO study VALUES ('b', 1), ('a', 0)`);
    });
    expect((await open(file)).studies).toEqual([
      { study: 'a', demo: false },
      { study: 'b', demo: true },
    ]);
  });

  test('stays locked with another passphrase', async () => {
    await expect(open(path, 'five quiet desks')).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringContaining('is not the passphrase of this backup'),
    });
  });

  test('that is not there cannot be read', async () => {
    await expect(open(join(folder, 'none'))).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('does not exist') });
  });

  test.each([
    ['a newer version', 'PRAGMA user_version = 2', 'VERSION', 'by a newer version of Carrel'],
    ['no version', 'PRAGMA user_version = 0', 'CORRUPT', 'is not a Carrel backup, or it is damaged'],
    ['a table more', 'CREATE TABLE more (x)', 'CORRUPT', 'is not a Carrel backup, or it is damaged'],
  ])('whose database has %s is refused, and is not left behind', async (_what, sql, code, says) => {
    const file = await sealed((db) => {
      db.exec(sql);
    });
    await expect(open(file)).rejects.toMatchObject({ code, message: expect.stringContaining(says) });
    expect(readdirSync(work)).toEqual([]);
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no settings', '{"trail":[]}'],
    ['no trail', '{"settings":[]}'],
    ['settings of another form', '{"settings":[{"name":"x"}],"trail":[]}'],
    ['more', '{"settings":[],"trail":[],"more":1}'],
  ])('with %s of the vault is damaged, and is not left behind', async (_what, part) => {
    const file = await sealed((db) => {
      if (part !== null) db.prepare('INSERT INTO vault VALUES (1, ?)').run(part);
    });
    await expect(open(file)).rejects.toMatchObject({ code: 'CORRUPT' });
    expect(readdirSync(work)).toEqual([]);
  });

  test.each([
    ['{"settings":[],"trail":7}', 'is not one chain'],
    ['{"settings":[],"trail":[]}', 'made without the audit trail'],
  ])('with the part %s of the vault opens without a trail, and says why', async (part, says) => {
    const file = await sealed((db) => {
      db.prepare('INSERT INTO vault VALUES (1, ?)').run(part);
    });
    expect((await open(file)).vault).toEqual({ settings: [], trail: [], trailLeftOut: expect.stringContaining(says) });
  });
});

test('an unfinished backup leaves neither its copy nor a file, and keeps an earlier one', async () => {
  const before = readFileSync(path);
  const request = { path, replace: true, under, madeBy: '1.0.0', now };
  const failing = { onWritten: () => Promise.reject(new Error('not noted')) };
  const there = readdirSync(folder);
  await expect(makeBackup({ vault, studies: [], folder }, request, failing)).rejects.toThrow('not noted');
  expect(readdirSync(folder)).toEqual(there);
  expect(readFileSync(path).equals(before)).toBe(true);
  const cancelled = { signal: AbortSignal.abort() };
  await expect(makeBackup({ vault, studies: [], folder }, request, cancelled)).rejects.toMatchObject({
    code: 'CANCELLED',
    message: expect.stringContaining('No file was left; an earlier file of that name is unchanged.'),
  });
  expect(readdirSync(folder)).toEqual(there);
});

test('the key of a copy is zeroed when that is removed', () => {
  const place = backupPlace(folder);
  fillBackup(place, () => undefined);
  openBackupDatabase(place).close();
  place.remove();
  expect(place.key.every((byte) => byte === 0)).toBe(true);
  expect(readdirSync(folder).some((name) => name.startsWith('backup.pack-'))).toBe(false);
});
