import Database from 'better-sqlite3-multiple-ciphers';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { assertPlain } from '../../src/core/pack/check-schema.ts';
import { packedStudyOf } from '../../src/core/pack/packed-study.ts';
import { openPack } from '../../src/core/pack/open-pack.ts';
import { packStudy, type PackRequest } from '../../src/core/pack/pack-study.ts';
import { packHeaderSchema } from '../../src/core/pack/pack-header.ts';
import { sitePackKind } from '../../src/core/pack/pack-kind.ts';
import { takeSnapshot } from '../../src/core/pack/snapshot.ts';
import { unpackStudy } from '../../src/core/pack/unpack-study.ts';
import { createAtomicFile } from '../../src/core/platform/atomic-file.ts';
import { writeSealed } from '../../src/core/sealed/write-sealed.ts';
import { sqlColumns } from '../../src/core/extract/sql-columns.ts';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import { beginPass } from '../../src/core/store/passes/pass.ts';
import { migrateStudy } from '../../src/core/store/database/migrations.ts';
import { nativeBinding } from '../../src/core/store/database/native-binding.ts';
import { createProjections } from '../../src/core/store/database/projection.ts';
import { sealOf } from '../../src/core/store/database/seal.ts';
import { readStudyStatus } from '../../src/core/store/database/status.ts';
import { termsKind } from '../../src/core/store/database/stored-terms.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { copyDatabase, openDatabase } from '../../src/core/store/database/database.ts';
import { openStudyForReading, openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { withStudy } from '../../src/core/vault/studies/open-study.ts';
import { createVault, openVault } from '../../src/core/vault/open-vault.ts';
import { assertOpens, type TakenIn } from '../../src/core/vault/studies/take-in.ts';
import type { Vault } from '../../src/core/vault/vault.ts';
import { verifyCache } from '../../src/core/verify/verify-cache.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../unit/query/mirrored-study.ts';
import { turningKeyStore as keyStore } from '../unit/vault/key-store.ts';

// Deriving many keys from passphrases takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'carrel-pack-'));
const key = Buffer.alloc(32, 9);
const passphrase = 'a phrase for the stick';
const packedAt = new Date('2026-11-20T10:00:00Z');
const canary = 'Canary-7f3a91';
let source: MirroredStudy;
let study = '';

/** Everything a person sees of a study. */
function snapshot(opened: ReadableStudy): string {
  const tables = ['generation', 'change', 'issue', ...opened.datasets.map(({ name }) => name)];
  const rows = tables.map((table) => opened.db.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all());
  return JSON.stringify([rows, readStudyStatus(opened)], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

async function pack(name: string, more: Partial<PackRequest> = {}) {
  const path = join(folder, name);
  const opened = { opened: source.study, path: source.path, key, seal: { current: sealOf(source.study), pending: null }, demo: true };
  const request = { path, replace: false, passphrase, expires: '2026-12-04', madeBy: '0.1.0', now: packedAt, ...more };
  return { path, packed: await packStudy(opened, request) };
}

async function receive(vault: Vault, path: string): Promise<TakenIn> {
  const file = await openPack(path, passphrase);
  const place = vault.packs.place();
  try {
    assertOpens(packedStudyOf(file), vault.packs.latest());
    const { sha256 } = await unpackStudy(file, place, vault.packs.earlier(packedStudyOf(file)));
    return vault.packs.takeIn(packedStudyOf(file), place, sha256);
  } finally {
    vault.packs.giveUp(place);
    file.close();
  }
}

/** The view of labs with this subject in each record. */
function labsViewSaying(subject: string): string {
  const names = [...sqlColumns(datasets.labs).map(({ name }) => name), '_hash', '_added', '_changed', '_undescribed'];
  const cells = names.map((name) => (name === 'subject' ? `'${subject}' AS subject` : `"${name}"`));
  return `CREATE VIEW labs AS SELECT ${cells.join(', ')} FROM labs_row LEFT JOIN labs_shared ON _id = _shared`;
}

const changesOnce = `ALTER TABLE change RENAME TO before;
  CREATE TABLE change (
    id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, at TEXT NOT NULL, dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT,
    kind TEXT NOT NULL, fields TEXT NOT NULL, UNIQUE (dataset) ON CONFLICT IGNORE
  ) STRICT;
  INSERT INTO change SELECT * FROM before; DROP TABLE before;
  CREATE INDEX change_record ON change (dataset, key); CREATE INDEX change_generation ON change (generation, dataset, kind)`;

/** A pack made after tampering with the study's file, or with the copy of it that is sealed. */
async function packDoctored(change: string, sealed = false, asOf: string | null = null): Promise<string> {
  const doctored = join(folder, `doctored-${String(Math.random())}.db`);
  copyDatabase(source.study.db, doctored);
  const doctor = (path: string, pathKey: Buffer, does: boolean): void => {
    const db = openDatabase(path, pathKey, 'write');
    if (does) db.exec(change);
    db.close();
  };
  doctor(doctored, key, !sealed);
  const opened = openStudyForReading(doctored, key, study, null);
  const packed = join(folder, 'doctored.carrelpack');
  const seal = sealOf(opened);
  const copy = takeSnapshot(opened, key, `${doctored}.copy`);
  doctor(copy.path, copy.key, sealed);
  const datasets = copy.datasets.map((one) => ({
    dataset: one.dataset,
    records: one.distinct,
    asOf: asOf ?? one.asOf,
    confirmed: one.confirmed,
  }));
  const about = { study, sponsor: null, demo: true, madeAt: packedAt.toISOString(), madeBy: '0.1.0', expires: '2026-12-04', datasets };
  const header = {
    ...about,
    seal: { ...seal, counts: { ...seal.counts } },
    key: copy.key.toString('base64'),
    size: statSync(copy.path).size,
  };
  const file = createAtomicFile(packed, true);
  await writeSealed(file, sitePackKind, passphrase, { schema: packHeaderSchema, header, path: copy.path, cancelled: '' }, {});
  file.commit();
  copy.remove();
  opened.close();
  return packed;
}

/** Takes in a pack whose copy was tampered with, in a vault of its own, and looks at the study. */
async function takeInDoctored(name: string, change: string, look: (opened: ReadableStudy, own: Vault) => void): Promise<void> {
  const own = await createVault(join(folder, name), { passphrase: null, keyStore }, () => packedAt);
  expect(await receive(own, await packDoctored(change, true))).toBe('added');
  await withStudy(own, study, async (opened) => {
    if (opened === null) throw new Error('The study was not taken in.');
    look(opened, own);
  });
  own.close();
}

function files(dir: string): readonly string[] {
  return readdirSync(join(dir, 'studies'));
}

beforeAll(async () => {
  source = mirroredStudy();
  study = source.study.study;
  const records = Array.from({ length: 40 }, (_unused, index) => labText(`lab-${String(index)}`, { subject: canary }));
  await source.mirror('labs', [records]);
  await source.mirror('labs', [[...records.slice(1), labText('lab-new', { value: '99' })]]);
  // Personal entries and unproven passes are not packed.
  const writer = openStudyForWriting(source.path, key, study, null);
  writer.db.exec("INSERT INTO annotation VALUES ('looked', 'changes', '1', '2026-11-19')");
  beginPass(writer, 'vitals');
  writer.close();
});
afterAll(() => {
  source.remove();
  rmSync(folder, { recursive: true });
});

describe('a site pack from one data folder to another', () => {
  let path = '';

  test('is a file for its owner alone, without readable contents', async () => {
    const before = readdirSync(source.folder);
    const made = await pack('study.carrelpack');
    ({ path } = made);
    const bytes = readFileSync(path);
    expect(made.packed).toMatchObject({ study, generation: 2, expires: '2026-12-04', bytes: bytes.length });
    expect(made.packed.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const word of [study, canary, 'SQLite', 'labs', 'expires']) expect(bytes.includes(word)).toBe(false);
    expect(readdirSync(source.folder)).toEqual(before);
  });

  test('does not replace an earlier file of that name', async () => {
    const before = readFileSync(path);
    await expect(pack('study.carrelpack')).rejects.toMatchObject({ code: 'EXPORT' });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('leaves nothing behind when cancelled', async () => {
    const before = [...readdirSync(source.folder), ...readdirSync(folder)];
    const opened = { opened: source.study, path: source.path, key, seal: { current: sealOf(source.study), pending: null }, demo: true };
    const request = { path: join(folder, 'no'), replace: false, passphrase, expires: '2026-12-04', madeBy: '0', now: packedAt };
    await expect(packStudy(opened, request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect([...readdirSync(source.folder), ...readdirSync(folder)]).toEqual(before);
  });

  test('shows the packed study with its proof on the other side, and opens until the end of its last day', async () => {
    const dir = join(folder, 'second');
    let now = new Date('2026-11-21T08:00:00Z');
    const made = await createVault(dir, { passphrase: null, keyStore }, () => now);
    expect(await receive(made, path)).toBe('added');
    expect(made.study(study)).toMatchObject({ demo: true, provisional: false, sitePack: { expires: '2026-12-04', expired: false } });
    const shown = await withStudy(made, study, async (opened) => (opened === null ? '' : snapshot(opened)));
    expect(shown).toBe(snapshot(source.study));
    await withStudy(made, study, async (opened) => {
      expect(opened === null ? ['none'] : checkStudy(opened)).toEqual([]);
      expect(opened?.db.prepare('SELECT count(*) FROM annotation').pluck().get()).toBe(0);
      expect(opened?.db.prepare("SELECT count(*) FROM pass WHERE status <> 'current'").pluck().get()).toBe(0);
    });
    expect(verifyCache(made).findings).toEqual([]);
    expect(await receive(made, path)).toBe('unchanged');
    expect(files(dir).filter((name) => name.endsWith('.db'))).toHaveLength(1);
    expect(made.audit.entries().filter(({ event }) => event.kind === 'unpack')).toHaveLength(2);

    now = new Date('2026-12-04T23:59:59Z');
    await withStudy(made, study, async (opened) => expect(opened).not.toBeNull());
    now = new Date('2026-12-05T00:00:00Z');
    const refused = withStudy(made, study, async () => 'shown');
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(receive(made, path)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(verifyCache(made).findings).toEqual([]);
    made.audit.append({ kind: 'verified', findings: 0 });
    made.close();

    // A clock that is set back gives no more days.
    now = new Date('2026-11-22T00:00:00Z');
    const again = await openVault(dir, { keyStore }, () => now);
    await expect(withStudy(again, study, async () => 'shown')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const longer = await pack('longer.carrelpack', { expires: '2026-12-20' });
    expect(await receive(again, longer.path)).toBe('prolonged');
    await withStudy(again, study, async (opened) => expect(opened).not.toBeNull());
    again.close();
  });

  test('a newer pack keeps what people added to the copy that it replaces', async () => {
    const dir = join(folder, 'replacing');
    const own = await createVault(dir, { passphrase: null, keyStore }, () => packedAt);
    await receive(own, path);
    const note = JSON.stringify({ place: { of: 'subject', subject: canary }, text: 'call the site', followUp: 'open' });
    const added = [
      ['data-cut-off', 'one', '{"date":"2026-01-31"}', '2026-11-21T08:00:00.000Z'],
      ['looked', 'changes', '1', '2026-11-21T08:00:00.000Z'],
      ['note', 'one', note, '2026-11-21T08:00:00.000Z'],
      [termsKind, '1', '{"version":1,"decisions":[]}', '2026-11-21T08:00:00.000Z'],
    ];
    const entry = own.study(study);
    if (entry === null) throw new Error('The pack was not taken in.');
    const writer = openStudyForWriting(entry.path, entry.key, study, null);
    for (const row of added) writer.db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (?, ?, ?, ?)').run(row);
    writer.close();
    own.saveMark(study, null);

    const newer = mirroredStudy();
    const records = Array.from({ length: 3 }, (_unused, index) => labText(`lab-${String(index)}`));
    await newer.mirror('labs', [records]);
    const from = { opened: newer.study, path: newer.path, key, seal: { current: sealOf(newer.study), pending: null }, demo: true };
    const newerPath = join(folder, 'newer.carrelpack');
    await packStudy(from, { path: newerPath, replace: false, passphrase, expires: '2026-12-04', madeBy: '0.1.0', now: packedAt });
    newer.remove();

    expect(await receive(own, newerPath)).toBe('replaced');
    await withStudy(own, study, async (opened) => {
      const kept = opened?.db.prepare('SELECT kind, name, value, at FROM annotation ORDER BY kind').raw().all();
      // The mark that changes were seen names a generation of the earlier copy.
      expect(kept).toEqual(added.filter(([kind]) => kind !== 'looked'));
      expect(opened?.db.prepare('SELECT count(*) FROM labs').pluck().get()).toBe(3);
    });
    expect(verifyCache(own).findings).toEqual([]);
    own.close();
  });

  test('becomes an ordinary mirror once a sync has proven all of it, and is gone after a wipe', async () => {
    const dir = join(folder, 'third');
    const vault = await createVault(dir, { passphrase: null, keyStore }, () => packedAt);
    await receive(vault, path);
    const synced = { records: 1, generation: 3, added: 0, changed: 0, vanished: 0 };
    vault.packs.settle(study, [{ dataset: 'labs', state: 'kept', error: 'FORBIDDEN', ...synced }]);
    expect(vault.study(study)?.sitePack).not.toBeNull();
    vault.packs.settle(study, [{ dataset: 'labs', state: 'unchanged', error: null, ...synced }]);
    expect(vault.study(study)?.sitePack).toBeNull();
    vault.wipeStudy(study);
    expect(files(dir)).toEqual([]);
    expect(await receive(vault, path)).toBe('added');
    vault.close();
  });

  test('is swept at the next opening if the process that unpacked it was killed', async () => {
    const dir = join(folder, 'fourth');
    const vault = await createVault(dir, { passphrase: null, keyStore });
    const place = vault.packs.place();
    const left = `${place.path}.pack-999999999-0123456789ab`;
    for (const name of [place.path, `${place.path}-journal`, left]) writeFileSync(name, 'half');
    vault.close();
    // It belongs to this running process, so it must stay.
    (await openVault(dir, { keyStore })).close();
    expect([existsSync(place.path), existsSync(left)]).toEqual([true, false]);
  });
});

describe('a site pack that was tampered with', () => {
  let path = '';
  let dir = '';
  let vault: Vault;
  beforeAll(async () => {
    ({ path } = await pack('whole.carrelpack'));
    dir = join(folder, 'refusing');
    vault = await createVault(dir, { passphrase: null, keyStore }, () => packedAt);
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
  test.each<[what: string, change: string, sealed?: boolean]>([
    ['a record that differs from its page', "UPDATE labs_row SET subject = 'another' WHERE record_id = 'lab-7'"],
    [
      'a trigger',
      "CREATE TRIGGER quiet AFTER INSERT ON labs_row BEGIN UPDATE labs_row SET subject = 'another' WHERE rowid = new.rowid; END",
    ],
    [
      'a changed record behind a view that matches its page',
      `UPDATE labs_row SET subject = 'another' WHERE record_id = 'lab-7';
      DROP VIEW labs; ${labsViewSaying(canary)}`,
    ],
    ['an additional view', 'CREATE VIEW more AS SELECT 1'],
    ['a view in place of a table', 'DROP TABLE annotation; CREATE VIEW annotation AS SELECT * FROM nowhere', true],
    ['an additional table', 'CREATE TABLE more (text TEXT)'],
    ['a virtual table', 'CREATE VIRTUAL TABLE more USING rtree(id, low, high)'],
    ['a table of changes that discards what a later sync writes', changesOnce],
    ['a missing index', 'DROP INDEX labs_1'],
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
    ['records under numbers that a sync cannot name', 'UPDATE labs_row SET rowid = 9223372036854775807 - rowid', true],
    ['records under numbers that no regrading looks for', 'UPDATE labs_row SET rowid = -rowid, ctcae_grade_high = 4', true],
    ['shared cells under the largest number', 'INSERT INTO labs_shared (_id) VALUES (9223372036854775807)', true],
    ['a change under the largest number', 'UPDATE change SET id = 9223372036854775807 WHERE id = 1', true],
    ['a page stored under the digest of another', "UPDATE body SET digest = 'foreseen'", true],
    ['a page stored as one of another dataset', "UPDATE body SET dataset = 'vitals'", true],
    ['a page of a size that no answer has', 'UPDATE body SET size = 4294967296', true],
    ['a page before the first, which every sync would ask for', 'UPDATE page SET number = number - 2', true],
    ['a page beyond the last', 'UPDATE page SET number = 1000000', true],
    ['a dataset without a state, which no sync could show', "DELETE FROM state WHERE dataset = 'vitals'", true],
    ['a state of a dataset that there is not', "INSERT INTO state (dataset) VALUES ('others')", true],
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
      assertPlain(made, key, study);
    };
    if (refused) expect(plain).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    else expect(plain).not.toThrow();
  });

  test('brings no record as absent that it shows: no backup could hold both', async () => {
    const both = `INSERT INTO absent SELECT 'labs', record_id, subject, '[]', _hash, 1, 1 FROM labs_row WHERE record_id = 'lab-7';
      INSERT INTO absent VALUES ('labs', 'gone', NULL, '[]', x'00', 1, 1)`;
    await takeInDoctored('absent', both, ({ db }) => {
      expect(db.prepare('SELECT key FROM absent').pluck().all()).toEqual(['gone']);
    });
  });

  test('is LOCKED with another passphrase, and USAGE where there is no file', async () => {
    await expect(openPack(path, 'another')).rejects.toMatchObject({ code: 'LOCKED' });
    await expect(openPack(join(folder, 'none'), passphrase)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(openPack(folder, passphrase)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
