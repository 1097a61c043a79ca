import Database from 'better-sqlite3-multiple-ciphers';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { digestOf } from '../../src/core/bundle/bundle-entry.ts';
import { assertPlain } from '../../src/core/pack/pack-form.ts';
import { openPack } from '../../src/core/pack/open-pack.ts';
import { unpackStudy } from '../../src/core/pack/unpack-study.ts';
import { migrateStudy } from '../../src/core/store/database/migrations.ts';
import { nativeBinding } from '../../src/core/store/database/native-binding.ts';
import { createProjections } from '../../src/core/store/database/projection.ts';
import { readStudyStatus } from '../../src/core/store/database/status.ts';
import { termsKind } from '../../src/core/store/database/stored-terms.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { openDatabase } from '../../src/core/store/database/database.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { createVault } from '../../src/core/vault/open-vault.ts';
import type { Vault } from '../../src/core/vault/vault.ts';
import { verifyCache } from '../../src/core/verify/verify-cache.ts';
import { turningKeyStore as keyStore } from '../unit/vault/key-store.ts';
import {
  canary,
  changesOnce,
  files,
  fillSource,
  folder,
  key,
  labsViewSaying,
  layout,
  pack,
  packDoctored,
  packedAt,
  passphrase,
  receive,
  removeSource,
  snapshot,
  rewritePages,
  source,
  study,
  takeInDoctored,
  type Bundle,
  type Change,
} from './packed-source.ts';

// Deriving many keys from passphrases takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

beforeAll(fillSource);
afterAll(removeSource);

/** A page of one entry of this one, with another value. */
function forgedPage(bundle: Bundle): Bundle {
  const [entry] = bundle.entry;
  return { ...bundle, entry: [{ ...entry, resource: { ...entry?.resource, valueQuantity: { value: 999, unit: 'g/L' } } }] };
}

const unconfirmed = "UPDATE pass SET proof = json_set(proof, '$.confirmed', json('false')) WHERE status = 'current'";

/** One byte more than the largest page. */
const zeros = Buffer.alloc(64 * 1024 * 1024 + 1);

describe('a site pack that was tampered with', () => {
  let path = '';
  let dir = '';
  let vault: Vault;
  let expected: unknown;
  beforeAll(async () => {
    ({ path } = await pack('whole.carrelpack'));
    dir = join(folder, 'refusing');
    vault = await createVault(dir, { passphrase: null, keyStore }, () => packedAt);
    await takeInDoctored('unchanged', 'SELECT 1', (opened) => {
      expected = layout(opened);
    });
  });
  afterAll(() => {
    vault.close();
  });

  test.each([
    ['a changed first chunk', (bytes: Buffer) => bytes.fill(bytes.readUInt8(400) ^ 1, 400, 401)],
    ['a changed last byte', (bytes: Buffer) => bytes.fill(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)],
    ['a truncated end', (bytes: Buffer) => bytes.subarray(0, -40)],
    ['appended bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
    ['only its beginning', (bytes: Buffer) => bytes.subarray(0, 148)],
    ['an empty file', () => Buffer.alloc(0)],
  ])('%s: CORRUPT, and nothing is taken in', async (_what, change) => {
    const changed = join(folder, 'changed.carrelpack');
    writeFileSync(changed, change(readFileSync(path)));
    await expect(receive(vault, changed)).rejects.toMatchObject({ code: 'CORRUPT' });
    expect([vault.studyNumbers(), files(dir)]).toEqual([[], []]);
  });

  // Whoever packs has the key: the seal covers what was proven, not the rows, views and triggers beside it.
  test.each<[what: string, change: Change, sealed?: boolean]>([
    [
      'a trigger',
      "CREATE TRIGGER quiet AFTER INSERT ON labs_row BEGIN UPDATE labs_row SET subject = 'another' WHERE rowid = new.rowid; END",
    ],
    ['an additional view', 'CREATE VIEW more AS SELECT 1'],
    ['a view in place of a table', 'DROP TABLE annotation; CREATE VIEW annotation AS SELECT * FROM nowhere', true],
    ['an additional table', 'CREATE TABLE more (text TEXT)'],
    [
      'a table of records that are computed',
      "DROP TABLE labs_row; CREATE TABLE labs_row (record_id TEXT NOT NULL, _added INTEGER AS (1), _changed INTEGER CHECK (printf('%1000000000d', 1) <> '')) STRICT",
      true,
    ],
    ['an index over what is computed', 'CREATE INDEX more ON labs_row (lower(record_id))', true],
    [
      'tables that share their pages, which could be read without an end',
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'generation') WHERE name = 'meta'",
      true,
    ],
    ['a virtual table', 'CREATE VIRTUAL TABLE more USING rtree(id, low, high)'],
    ['a table of changes that discards what a later sync writes', changesOnce],
    ['an as-of time that differs from its proof', "UPDATE state SET as_of = '2031-01-01T00:00:00.000Z' WHERE dataset = 'labs'"],
    [
      'a proof of two fields',
      "UPDATE pass SET proof = json_object('pages', proof ->> 'pages', 'distinct', 40, 'digest', proof ->> 'digest')",
    ],
    [
      'a proof that says one thing to the seal and another to a person',
      `UPDATE pass SET proof = '{"confirmed":true,' || substr(proof, 2)`,
      true,
    ],
    [
      'a proof with a list that the window could not show',
      `UPDATE pass SET proof = json_set(proof, '$.drift', (SELECT json_group_array(json('{"kind":"field","name":"x","count":1,"path":"x"}')) FROM (SELECT 1 FROM labs_row, labs_row AS more)))`,
      true,
    ],
    ['decisions on tests that are not JSON', `INSERT INTO annotation VALUES ('${termsKind}', '1', 'x', '2026-11-19T08:00:00.000Z')`, true],
    ['decisions on tests without a number', `INSERT INTO annotation VALUES ('${termsKind}', 'x', '{}', '2026-11-19T08:00:00.000Z')`, true],
    [
      'decisions on tests whose number no other one can follow',
      `INSERT INTO annotation VALUES ('${termsKind}', '999999999', '{}', '2026-11-19T08:00:00.000Z')`,
      true,
    ],
    ['a change without its fields', "UPDATE change SET fields = 'x'"],
    [
      'a change of one column twice',
      `UPDATE change SET fields = '[{"column":"result","before":null,"after":"1"},{"column":"result","before":"1","after":null}]'`,
    ],
    [
      'two changes of one record in one generation',
      'INSERT INTO change SELECT NULL, generation, at, dataset, key, subject, kind, fields FROM change',
    ],
    ['a change of a key that is longer than it says', "UPDATE change SET key = 'k' || char(0) || printf('%4097d', 1)"],
    ['decisions on tests that are a text', `INSERT INTO annotation VALUES ('${termsKind}', '1', '"x"', '2026-11-19T08:00:00.000Z')`, true],
    ['a change at a time with blanks', "UPDATE generation SET at = '2026-11-20T09:00:00 Z'", true],
    ['a proof by a clock that shows no time', "UPDATE pass SET proof = json_set(proof, '$.clockOffsetSeconds', 100000000000000000)"],
    [
      'a page with more behind its end',
      (db) => {
        const bodies = db.prepare<[], { readonly id: number; readonly deflated: Buffer }>('SELECT id, deflated FROM body').all();
        for (const { id, deflated } of bodies)
          db.prepare('UPDATE body SET deflated = ? WHERE id = ?').run(Buffer.concat([deflated, zeros]), id);
      },
    ],
    ['a change of a dataset that there is not', "UPDATE change SET dataset = 'others'"],
    [
      'a first load of a dataset that there is not',
      "INSERT INTO first_load SELECT 'others', generation, at, records FROM first_load LIMIT 1",
    ],
    ['a fresh mirror noted as no text that a restore reads', "INSERT INTO meta VALUES ('history.base', 'x')"],
    ['a fresh mirror noted with a missing generation', `INSERT INTO meta VALUES ('history.base', '{"labs":900}')`],
    ['a change of a missing generation', 'UPDATE change SET generation = 900'],
    ['a generation that no sync can follow', 'INSERT INTO generation SELECT 900, at, datasets FROM generation LIMIT 1'],
    ['a record of a missing generation', 'UPDATE labs_row SET _added = 900'],
    ['a dataset that changed in a missing generation', "UPDATE state SET generation = 900 WHERE dataset = 'labs'"],
    ['a later generation than its header names', "INSERT INTO generation VALUES (3, '2026-11-20T09:00:00.000Z', '[]')", true],
    [
      'a forged record before the one that the service sent',
      (db) => {
        rewritePages(db, ([first, ...more]) => [forgedPage(first), first, ...more]);
      },
    ],
    [
      'a page that is there many times',
      (db) => {
        rewritePages(db, ([first, ...more]) => [first, first, first, first, ...more]);
      },
    ],
    [
      'a view in place of a table of records',
      'DROP VIEW labs; DROP TABLE labs_row; CREATE VIEW labs_row AS SELECT 1 AS record_id, 1 AS _added, 1 AS _changed',
      true,
    ],
    ['a table in place of the view of records', 'DROP VIEW labs; CREATE TABLE labs (record_id TEXT) STRICT', true],
    ['a proof that counts more records than there are', "UPDATE pass SET proof = json_set(proof, '$.distinct', 5000)"],
    ['a proof of other pages', "UPDATE pass SET proof = json_set(proof, '$.digest', 'another')"],
    ['a proof of another total', "UPDATE pass SET proof = json_set(proof, '$.totalAtStart', 5000)"],
    ['a proof of another total at its end', "UPDATE pass SET proof = json_set(proof, '$.totalAtEnd', 5000)"],
    ['a proof that counts more entries than there are', "UPDATE pass SET proof = json_set(proof, '$.entries', 5000)"],
    ['a proof of no time', "UPDATE pass SET proof = json_set(proof, '$.startedAt', 'x')"],
    ['a proof of fewer than no passes', "UPDATE pass SET proof = json_set(proof, '$.passes', -3)"],
    ['a proof of fewer than no rounds', "UPDATE pass SET proof = json_set(proof, '$.rounds', -3)"],
    [
      'a proof as long as a book',
      `UPDATE pass SET proof = json_set(proof, '$.drift', json_array(json_object('kind', 'field', 'name', '${'x'.repeat(1024 * 1024)}', 'count', 1, 'path', 'x')))`,
    ],
    [
      'a proof that is confirmed otherwise than its header says',
      "UPDATE pass SET proof = json_set(proof, '$.confirmed', json(CASE proof ->> '$.confirmed' WHEN 1 THEN 'false' ELSE 'true' END))",
      true,
    ],
    ['a last sync with fewer than no records', 'UPDATE state SET added = -5', true],
    ['records absent from a dataset that was never mirrored', "INSERT INTO absent VALUES ('vitals', 'x', NULL, '[]', x'00', 1, 1)", true],
    ['changes of a dataset that was never mirrored', "UPDATE change SET dataset = 'vitals'", true],
    ['a record from before the first generation', `${unconfirmed}; INSERT INTO absent VALUES ('labs', 'x', NULL, '[]', x'00', 0, 0)`],
    [
      'absent records in a confirmed copy, which a sync would bring back without a word',
      "INSERT INTO absent VALUES ('labs', 'x', NULL, '[]', x'00', 1, 1)",
    ],
    [
      'pages that say they are fewer than all',
      (db) => {
        rewritePages(db, (bundles) => bundles, 5000);
      },
    ],
    [
      'a page of another study',
      (db) => {
        rewritePages(db, ([first, ...more]) => [{ ...first, identifier: { value: 'another' } }, ...more]);
      },
    ],
    [
      'a page without records that is there thousands of times',
      (db) => {
        rewritePages(db, ([first, ...more]) => [...Array<Bundle>(17).fill({ ...first, entry: [{}] }), first, ...more]);
      },
    ],
    [
      'a page that is no answer of a service',
      (db) => {
        rewritePages(db, ([first, ...more]) => [{ ...first, resourceType: 'Patient' }, ...more]);
      },
    ],
    [
      'a page with a total that cannot be stored',
      (db) => {
        rewritePages(db, (bundles) => bundles, 1e300);
      },
    ],
    ['a change at no time', "UPDATE generation SET at = '2026-99-99T99:99:99.999Z'", true],
    ['a change in an hour that there is not', "UPDATE generation SET at = '2026-11-20T24:59:59.000Z'", true],
    ['a change at a time as long as a book', `UPDATE generation SET at = '2026-11-20T09:00:00${'x'.repeat(1000)}Z'`, true],
    ['a change at a time with more behind it', "UPDATE generation SET at = '2026-11-20T09:00:00Z' || char(0) || 'xZ'", true],
    [
      'decisions on tests with more behind them',
      `INSERT INTO annotation VALUES ('${termsKind}', '1', '{}' || char(0), '2026-11-19T08:00:00.000Z')`,
      true,
    ],
    ['a version before the first', 'DROP TABLE absent; PRAGMA user_version = -1', true],
    ['no tables at all', 'PRAGMA writable_schema = ON; DELETE FROM sqlite_schema; PRAGMA user_version = 0', true],
    [
      'a page larger than any answer',
      `UPDATE body SET size = ${String(zeros.length)}, deflated = x'${deflateRawSync(zeros).toString('hex')}'; UPDATE page SET digest = '${digestOf(zeros)}'`,
      true,
    ],
    ['a page of a size that no answer has', 'UPDATE body SET size = 4294967296', true],
    ['a dataset mirrored in no generation', "UPDATE state SET generation = NULL WHERE dataset = 'labs'", false],
    ['a dataset mirrored before the first generation', "UPDATE state SET generation = 0 WHERE dataset = 'labs'", false],
    ['a mirrored dataset without a first load', 'DELETE FROM first_load', true],
    ['a generation of a dataset that there is not', `UPDATE generation SET datasets = '["others"]'`, true],
    [
      'another pass than the one whose pages are checked',
      `INSERT INTO pass SELECT 900, dataset, started_at, ended_at, generation, combinations, 'failed', proof, staged_at, repeated, held FROM pass WHERE status = 'current';
      UPDATE state SET pass = 900 WHERE dataset = 'labs'`,
      true,
    ],
  ])('%s, packed on purpose: CORRUPT, and nothing is taken in', async (_what, change, sealed = false) => {
    await expect(receive(vault, await packDoctored(change, sealed))).rejects.toMatchObject({ code: 'CORRUPT' });
    expect([vault.studyNumbers(), files(dir)]).toEqual([[], []]);
  });

  // Of the records only their keys and generations are taken over: the rest is read from the pages.
  test.each([
    ['a record that differs from its page', "UPDATE labs_row SET subject = 'another' WHERE record_id = 'lab-7'"],
    [
      'a changed record behind a view that matches its page',
      `UPDATE labs_row SET subject = 'another' WHERE record_id = 'lab-7';
      DROP VIEW labs; ${labsViewSaying(canary)}`,
    ],
    ['a missing index', 'DROP INDEX labs_1'],
    ['records under numbers that a sync cannot name', 'UPDATE labs_row SET rowid = rowid + 9223372036854775000'],
    ['records under numbers that no regrading looks for', 'UPDATE labs_row SET rowid = rowid - 1000000, ctcae_grade_high = 4'],
    ['shared cells under the largest number', 'INSERT INTO labs_shared (_id) VALUES (9223372036854775807)'],
    ['a change under the largest number', 'UPDATE change SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM change)'],
    ['a page stored under the digest of another', "UPDATE body SET digest = 'foreseen ' || id"],
    ['a page stored as one of another dataset', "UPDATE body SET dataset = 'vitals'"],
    ['a page before the first, which every sync would ask for', 'UPDATE page SET number = number - 2'],
    ['a page beyond the last', 'UPDATE page SET number = number + 1000000'],
    ['a dataset without a state, which no sync could show', "DELETE FROM state WHERE dataset = 'vitals'"],
    ['a state of a dataset that there is not', "INSERT INTO state (dataset) VALUES ('others')"],
  ])('%s: none of it comes along', async (_what, change) => {
    const name = `left-behind-${String(Math.random())}`;
    await takeInDoctored(name, change, (opened, own) => {
      expect(snapshot(opened)).toBe(snapshot(source.study));
      expect(layout(opened)).toEqual(expected);
      expect(verifyCache(own).findings).toEqual([]);
    });
  });

  test.each([
    ['by another key', 'ALTER TABLE labs_row RENAME COLUMN record_id TO earlier_key'],
    ['without their generations', 'ALTER TABLE labs_row DROP COLUMN _added'],
  ])('is taken in if an earlier version stored its records %s: they count as new', async (what, change) => {
    await takeInDoctored(`earlier ${what}`, `DROP VIEW labs; ${change}`, ({ db }) => {
      expect(db.prepare('SELECT _added, count(*) AS n FROM labs GROUP BY _added').all()).toEqual([{ _added: 2, n: 40 }]);
    });
  });

  test('is taken in if an earlier version of Carrel made it', async () => {
    const earlier = 'DROP TABLE absent; PRAGMA user_version = 2';
    await takeInDoctored('earlier-version', earlier, (opened) => {
      expect(snapshot(opened)).toBe(snapshot(source.study));
      expect(layout(opened)).toEqual(expected);
    });
  });

  test('leaves nothing at its place when it is refused after it was filled', async () => {
    const opened = await openPack(await packDoctored('UPDATE change SET generation = 900', true), passphrase);
    await expect(unpackStudy(opened, { path: join(folder, 'place.db'), key }, null)).rejects.toMatchObject({ code: 'CORRUPT' });
    opened.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('place'))).toEqual([]);
  });

  test('is not taken in if that is cancelled when its file was just unsealed', async () => {
    const opened = await openPack(path, passphrase);
    const cancelled = new AbortController();
    const onProgress = (done: number, of: number): void => {
      if (done === of) cancelled.abort();
    };
    const target = { path: join(folder, 'place.db'), key };
    await expect(unpackStudy(opened, target, null, { signal: cancelled.signal, onProgress })).rejects.toMatchObject({ code: 'CANCELLED' });
    opened.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('place'))).toEqual([]);
  });

  test('a later as-of time in its header than in its study: CORRUPT', async () => {
    const later = await packDoctored('SELECT 1', false, '2026-11-20T09:59:00.000Z');
    await expect(receive(vault, later)).rejects.toMatchObject({ code: 'CORRUPT' });
  });

  test('counts are made again, and what the last sync of the packer said is left out', async () => {
    const said = `UPDATE state SET records = 9000, issues = 7, state = 'kept', error_category = 'AUTH', error_message = '${canary} says so' WHERE dataset = 'labs';
      UPDATE first_load SET records = 1000000000`;
    await takeInDoctored('counting', said, (opened) => {
      const labs = readStudyStatus(opened).datasets.find(({ dataset }) => dataset === 'labs');
      expect(labs).toMatchObject({ records: 40, issues: 0, error: null });
      // A listing of changes that pages by a larger number would read older changes again and again.
      expect(opened.db.prepare('SELECT records FROM first_load').pluck().get()).toBe(39);
    });
  });

  test('brings no grade of its own, even where grades follow from baselines and no page says them', async () => {
    const forged = "UPDATE labs_row SET ctcae_grade_high = 4, ctcae_not_graded = NULL WHERE record_id = 'lab-7'";
    const gradesIn = ({ db }: ReadableStudy) => db.prepare('SELECT DISTINCT ctcae_grade_high, ctcae_not_graded FROM labs').raw().all();
    await takeInDoctored('grading', forged, (opened) => {
      expect(gradesIn(opened)).toEqual(gradesIn(source.study));
    });
  });

  test('brings nothing that a sync would resume from or skip', async () => {
    const resumable = `INSERT INTO pass (id, dataset, started_at, generation, repeated, combinations, status) SELECT 900, 'labs', '2026-11-20T09:00:00Z', 3, '[]', max(_id), 'running' FROM labs_shared;
      INSERT INTO page (pass, number, digest, body, entries, total) SELECT 900, number, digest, body, entries, total FROM page LIMIT 1;
      INSERT INTO body (dataset, digest, size, entries, head, keys, deflated) SELECT dataset, 'foreseen', size, entries, head, keys, deflated FROM body LIMIT 1;
      INSERT INTO pass (id, dataset, started_at, generation, repeated, combinations, status) VALUES (901, 'labs', '2026-11-20T09:00:00Z', 3, '[]', 0, 'failed');
      INSERT INTO page (pass, number, digest, body, entries, total) SELECT 901, 1, digest, id, entries, 1 FROM body WHERE digest = 'foreseen';
      INSERT OR REPLACE INTO meta VALUES ('staged as arrived labs', '900'), ('shown as staged labs', 'x');
      INSERT INTO annotation VALUES ('data-cut-off', 'x', '"2020-01-01"', '2026-11-19');
      UPDATE body SET head = '{"total":1,"identifier":null,"links":[]}', entries = 1, keys = x'' WHERE digest <> 'foreseen'`;
    const known = ({ db }: ReadableStudy): unknown => [
      db.prepare('SELECT dataset, digest, entries, head, keys FROM body WHERE id IN (SELECT body FROM page) ORDER BY id').all(),
      db.prepare("SELECT count(*) FROM body WHERE digest = 'foreseen'").pluck().get(),
      db.prepare("SELECT count(*) FROM pass WHERE status <> 'current'").pluck().get(),
      db.prepare('SELECT count(*) FROM annotation').pluck().get(),
      db.prepare("SELECT count(*) FROM meta WHERE name LIKE '% as % labs'").pluck().get(),
    ];
    await takeInDoctored('wary', resumable, (opened, own) => {
      const [bodies] = known(source.study) as [unknown];
      expect(known(opened)).toEqual([bodies, 0, 0, 0, 0]);
      expect(verifyCache(own).findings).toEqual([]);
    });
  });

  test('brings no staged rows, which the next sync would show with its own', async () => {
    const staged = "INSERT INTO labs_staged SELECT * FROM labs_row; UPDATE labs_staged SET subject = 'another'";
    await takeInDoctored('staging', staged, ({ db }) => {
      expect(db.prepare('SELECT count(*) FROM labs_staged').pluck().get()).toBe(0);
    });
  });

  test.each([
    ['page_size = 4096', false],
    ['page_size = 1024', true],
    ["encoding = 'UTF-16le'", true],
  ])('with a file of %s is refused unless it is that of our files, whose marks count on it: %s', (form, refused) => {
    const made = join(folder, `formed-${form}.db`);
    const raw = new Database(made, nativeBinding());
    for (const pragma of ["cipher='chacha20'", form]) raw.pragma(pragma);
    raw.key(Buffer.concat([Buffer.from('raw:'), key]));
    migrateStudy(raw, study);
    createProjections(raw, Object.values(datasets));
    raw.pragma('journal_mode=WAL');
    raw.close();
    const plain = (): void => {
      const db = openDatabase(made, key, 'read');
      try {
        assertPlain(db, study);
      } finally {
        db.close();
      }
    };
    if (refused) expect(plain).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    else expect(plain).not.toThrow();
  });

  test('brings no record as absent that it shows: no backup could hold both', async () => {
    const both = `${unconfirmed}; INSERT INTO absent SELECT 'labs', record_id, subject, '[]', _hash, 1, 1 FROM labs_row WHERE record_id = 'lab-7';
      INSERT INTO absent VALUES ('labs', 'gone', NULL, '[]', x'00', 1, 1)`;
    const look = ({ db }: ReadableStudy): void => {
      expect(db.prepare('SELECT key FROM absent').pluck().all()).toEqual(['gone']);
    };
    await takeInDoctored('absent', both, look, false);
  });

  test('is LOCKED with another passphrase, and USAGE where there is no file', async () => {
    await expect(openPack(path, 'another')).rejects.toMatchObject({ code: 'LOCKED' });
    await expect(openPack(join(folder, 'none'), passphrase)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(openPack(folder, passphrase)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
