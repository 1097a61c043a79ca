import Database from 'better-sqlite3-multiple-ciphers';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { sealMac, sealOf, type SealPair } from '../../../src/core/store/database/seal.ts';
import { readStudyStatus } from '../../../src/core/store/database/status.ts';
import { openStudyForReading, openStudyForWriting, setAside } from '../../../src/core/store/study-file/study-file.ts';
import {
  all,
  labPage,
  labs,
  mirror,
  newStudyFile,
  openTrial,
  prove,
  stage,
  STUDY,
  subjects,
  temporaryFolder,
  type TrialFile,
} from './trial-study.ts';

const declarations = [labs, subjects];

async function mirroredFile(): Promise<TrialFile & { readonly seals: SealPair }> {
  const file = newStudyFile();
  const study = openTrial(file);
  await mirror(study, 'labs', [labPage([{ id: 'canary-4711', value: 5 }]), labPage([{ id: 'b', value: 6 }])]);
  const seals = { current: sealOf(study), pending: null };
  study.close();
  return { ...file, seals };
}

function openReader({ path, key }: TrialFile, seals: SealPair | null = null): void {
  openStudyForReading(path, key, STUDY, seals, declarations).close();
}

const withCode = (code: string): unknown => expect.objectContaining({ code });

describe('a database', () => {
  test('has the required settings on every connection', () => {
    const path = join(temporaryFolder(), 'a.db');
    const key = randomBytes(32);
    for (const access of ['write', 'write', 'read'] as const) {
      const db = openDatabase(path, key, access);
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      if (access === 'write') db.exec('CREATE TABLE IF NOT EXISTS t (x TEXT) STRICT');
      const settings = [
        'cipher',
        'temp_store',
        'synchronous',
        'journal_mode',
        'trusted_schema',
        'cell_size_check',
        'secure_delete',
        'foreign_keys',
      ].map((name) => db.pragma(name, { simple: true }));
      expect(settings).toEqual(['chacha20', 2, 2, 'wal', 0, 1, 1, 1]);
      db.close();
    }
  });

  test('is encrypted, journal included', async () => {
    const file = newStudyFile();
    const study = openTrial(file);
    await stage(study, 'labs', [labPage([{ id: 'canary-4711', value: 5 }])]);
    for (const name of readdirSync(dirname(file.path))) {
      const bytes = readFileSync(join(dirname(file.path), name));
      expect([name, bytes.includes('canary-4711'), bytes.includes('SQLite format 3'), bytes.includes('CREATE TABLE')]).toEqual([
        name,
        false,
        false,
        false,
      ]);
    }
  });

  test('that is not encrypted is refused', () => {
    const path = join(temporaryFolder(), 'plain.db');
    new Database(path).exec('CREATE TABLE t (x)').close();
    expect(() => openDatabase(path, randomBytes(32), 'write')).toThrow();
    expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  test('needs a key of 32 bytes', () => {
    expect(() => openDatabase(join(temporaryFolder(), 'a.db'), Buffer.alloc(0), 'write')).toThrow(TypeError);
  });
});

describe('opening a study', () => {
  test('with another key fails with CORRUPT', async () => {
    const file = await mirroredFile();
    expect(() => {
      openReader({ path: file.path, key: randomBytes(32) });
    }).toThrow(withCode('CORRUPT'));
  });

  test('that is missing fails with CORRUPT and creates no file', () => {
    const path = join(temporaryFolder(), 'none.db');
    expect(() => openStudyForWriting(path, randomBytes(32), STUDY, null, declarations)).toThrow(withCode('CORRUPT'));
    expect(existsSync(path)).toBe(false);
  });

  test('detects a bit flipped anywhere, at the latest in the check of the file', async () => {
    const file = await mirroredFile();
    const whole = readFileSync(file.path);
    for (let at = 100; at < whole.length; at += 2048) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file.path, bytes);
      expect(() => {
        const study = openStudyForReading(file.path, file.key, STUDY, file.seals, declarations);
        try {
          if (checkStudy(study).length > 0) throw Object.assign(new Error('found'), { code: 'CORRUPT' });
        } finally {
          study.close();
        }
      }, `byte ${at} of ${whole.length}`).toThrow(withCode('CORRUPT'));
    }
  });

  test('that was cut fails with CORRUPT', async () => {
    const file = await mirroredFile();
    truncateSync(file.path, 8192);
    expect(() => {
      openReader(file, file.seals);
    }).toThrow(withCode('CORRUPT'));
  });

  test('of a newer version fails with VERSION, for reading and writing', async () => {
    const file = await mirroredFile();
    const db = openDatabase(file.path, file.key, 'write');
    db.pragma('user_version = 99');
    db.close();
    expect(() => {
      openReader(file);
    }).toThrow(withCode('VERSION'));
    expect(() => openStudyForWriting(file.path, file.key, STUDY, null, declarations)).toThrow(withCode('VERSION'));
  });

  test('works beside a writer, and sees either the old or the new generation', async () => {
    const file = newStudyFile();
    const writer = openTrial(file);
    await mirror(writer, 'labs', [labPage([{ id: 'a', value: 5 }])]);
    const reader = openStudyForReading(file.path, file.key, STUDY, { current: sealOf(writer), pending: null }, declarations);
    const count = reader.db.prepare('SELECT count(*) FROM labs').pluck();
    reader.db.exec('BEGIN');
    expect(count.get()).toBe(1);
    await mirror(writer, 'labs', [
      labPage([
        { id: 'a', value: 5 },
        { id: 'b', value: 5 },
      ]),
    ]);
    expect(count.get()).toBe(1);
    reader.db.exec('COMMIT');
    expect(count.get()).toBe(2);
    expect(() => reader.db.prepare("INSERT INTO meta VALUES ('a', 'b')").run()).toThrow(/readonly/);
    reader.close();
  });

  test('set aside keeps its bytes under another name', async () => {
    const file = await mirroredFile();
    const bytes = readFileSync(file.path);
    const aside = setAside(file.path);
    expect([existsSync(file.path), readFileSync(aside).equals(bytes)]).toEqual([false, true]);
  });
});

describe('the seal', () => {
  test('accepts the state that it was made from or a pending one, and no other', async () => {
    const file = await mirroredFile();
    openReader(file, file.seals);
    const study = openTrial(file);
    const pass = await stage(study, 'labs', [labPage([{ id: 'a', value: 9 }])]);
    prove(study, pass);
    const older = file.seals.current;
    await mirror(study, 'labs', []);
    const newer = sealOf(study);
    study.close();
    expect(openStudyForWriting(file.path, file.key, STUDY, { current: older, pending: newer }, declarations).matched).toBe('pending');
    expect(openStudyForWriting(file.path, file.key, STUDY, { current: newer, pending: null }, declarations).matched).toBe('current');
    expect(() => {
      openReader(file, file.seals);
    }).toThrow(withCode('CORRUPT'));
  });

  test('detects an older copy of the file put back', async () => {
    const file = newStudyFile();
    let study = openTrial(file);
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5 }])], '2026-01-01T00:00:00.000Z');
    study.close();
    copyFileSync(file.path, `${file.path}.older`);
    study = openTrial(file);
    // Only the as-of time moves.
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5 }])], '2026-01-02T00:00:00.000Z');
    const seals = { current: sealOf(study), pending: null };
    study.close();
    openReader(file, seals);
    copyFileSync(`${file.path}.older`, file.path);
    expect(() => {
      openReader(file, seals);
    }).toThrow(withCode('CORRUPT'));
  });

  test('may be missing only for a study that was never mirrored', async () => {
    const fresh = newStudyFile();
    openReader(fresh, { current: null, pending: null });
    const mirrored = await mirroredFile();
    expect(() => {
      openReader(mirrored, { current: null, pending: null });
    }).toThrow(withCode('CORRUPT'));
  });

  test('has a MAC that depends on the key and on everything in it', async () => {
    const { current } = (await mirroredFile()).seals;
    if (current === null) throw new Error('no seal');
    const key = Buffer.alloc(32, 1);
    const macs = [
      sealMac(current, key),
      sealMac(current, Buffer.alloc(32, 2)),
      sealMac({ ...current, generation: 2 }, key),
      sealMac({ ...current, counts: { labs: 3 } }, key),
      sealMac({ ...current, digest: '0' }, key),
    ];
    expect(new Set(macs).size).toBe(macs.length);
  });
});

test('a study opens without its journal after a sync', async () => {
  const file = await mirroredFile();
  for (const suffix of ['-wal', '-shm']) rmSync(file.path + suffix, { force: true });
  openReader(file, file.seals);
});

test('a full disk fails with STORE and loses nothing, and mirroring works once there is room again', async () => {
  const file = await mirroredFile();
  const study = openTrial(file);
  study.db.pragma(`max_page_count = ${Number(study.db.pragma('page_count', { simple: true }))}`);
  const noise = Array.from({ length: 40 }, (_, index) => ({ id: randomBytes(400).toString('hex'), value: index }));
  await expect(stage(study, 'labs', [labPage(noise)])).rejects.toMatchObject({
    code: 'STORE',
    message: expect.stringContaining('disk is full') as string,
  });
  expect(readStudyStatus(study).datasets.find(({ dataset }) => dataset === 'labs')).toMatchObject({ records: 2 });
  expect(checkStudy(study)).toEqual([]);
  study.db.pragma('max_page_count = 1000000');
  await mirror(study, 'labs', [labPage(noise)]);
  expect(all(study, 'SELECT record_id FROM labs')).toHaveLength(40);
});
