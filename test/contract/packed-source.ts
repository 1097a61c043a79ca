import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { digestOf } from '../../src/core/bundle/bundle-entry.ts';
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
import { beginPass } from '../../src/core/store/passes/pass.ts';
import { sealOf } from '../../src/core/store/database/seal.ts';
import { readStudyStatus } from '../../src/core/store/database/status.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { copyDatabase, openDatabase, type Db } from '../../src/core/store/database/database.ts';
import { openStudyForReading, openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { withStudy } from '../../src/core/vault/studies/open-study.ts';
import { createVault } from '../../src/core/vault/open-vault.ts';
import { assertOpens, type TakenIn } from '../../src/core/vault/studies/take-in.ts';
import type { Vault } from '../../src/core/vault/vault.ts';
import { labText, mirroredStudy } from '../unit/query/mirrored-study.ts';
import { turningKeyStore as keyStore } from '../unit/vault/key-store.ts';

export const folder = mkdtempSync(join(tmpdir(), 'carrel-pack-'));
export const key = Buffer.alloc(32, 9);
export const passphrase = 'a phrase for the stick';
export const packedAt = new Date('2026-11-20T10:00:00Z');
export const canary = 'Canary-7f3a91';
/** Mirrored twice: the second copy lacks a record and has a new one. */
export const source = mirroredStudy();
export const { study } = source.study;

/** Everything a person sees of a study. */
export function snapshot(opened: ReadableStudy): string {
  const tables = ['generation', 'change', 'issue', ...opened.datasets.map(({ name }) => name)];
  const rows = tables.map((table) => opened.db.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all());
  return JSON.stringify([rows, readStudyStatus(opened)], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Where things are stored, which a sync counts on: what is defined, numbers of rows and pages, and the bodies. */
export function layout({ db }: ReadableStudy): unknown {
  return [
    'SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name',
    'SELECT min(rowid) FROM labs_row',
    'SELECT min(_id) FROM labs_shared',
    'SELECT min(id), max(id) FROM change',
    'SELECT p.number, p.digest, p.entries, p.total, b.dataset, b.digest, b.size FROM page p JOIN body b ON b.id = p.body ORDER BY p.number',
    'SELECT dataset, as_of FROM state ORDER BY dataset',
  ].map((sql) => db.prepare(sql).raw().all());
}

export async function pack(name: string, more: Partial<PackRequest> = {}) {
  const path = join(folder, name);
  const opened = { opened: source.study, path: source.path, key, seal: { current: sealOf(source.study), pending: null }, demo: true };
  const request = { path, replace: false, passphrase, expires: '2026-12-04', madeBy: '0.1.0', now: packedAt, ...more };
  return { path, packed: await packStudy(opened, request) };
}

export async function receive(vault: Vault, path: string): Promise<TakenIn> {
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
export function labsViewSaying(subject: string): string {
  const names = [...sqlColumns(datasets.labs).map(({ name }) => name), '_hash', '_added', '_changed', '_undescribed'];
  const cells = names.map((name) => (name === 'subject' ? `'${subject}' AS subject` : `"${name}"`));
  return `CREATE VIEW labs AS SELECT ${cells.join(', ')} FROM labs_row LEFT JOIN labs_shared ON _id = _shared`;
}

export const changesOnce = `ALTER TABLE change RENAME TO before;
  CREATE TABLE change (
    id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, at TEXT NOT NULL, dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT,
    kind TEXT NOT NULL, fields TEXT NOT NULL, UNIQUE (dataset) ON CONFLICT IGNORE
  ) STRICT;
  INSERT INTO change SELECT * FROM before; DROP TABLE before;
  CREATE INDEX change_record ON change (dataset, key); CREATE INDEX change_generation ON change (generation, dataset, kind)`;

/** SQL, or what changes the database. */
export type Change = string | ((db: Db) => void);

/** A page of labs. */
export interface Bundle {
  readonly entry: readonly { readonly resource?: object }[];
  readonly [field: string]: unknown;
}

/**
 * Puts other pages in place of the shown ones of labs, and into the proof; each says this total, or how many entries there are. A total that
 * is no whole number is not in the proof.
 */
export function rewritePages(db: Db, make: (bundles: readonly [Bundle, ...Bundle[]]) => readonly Bundle[], total?: number): void {
  const pages = db
    .prepare<[], { readonly pass: number; readonly deflated: Buffer }>(
      "SELECT p.pass, b.deflated FROM page p JOIN pass s ON s.id = p.pass JOIN body b ON b.id = p.body WHERE s.status = 'current' ORDER BY p.number",
    )
    .all();
  const [first, ...more] = pages.map(({ deflated }) => JSON.parse(inflateRawSync(deflated).toString()) as Bundle);
  if (first === undefined) throw new Error('Nothing is shown.');
  const bundles = make([first, ...more]);
  const entries = bundles.reduce((sum, { entry }) => sum + entry.length, 0);
  const pass = pages[0]?.pass;
  db.prepare('DELETE FROM page WHERE pass = ?').run(pass);
  const insert = db.prepare(
    "INSERT INTO body (dataset, digest, size, entries, head, keys, deflated) VALUES ('labs', ?, ?, 0, '{}', x'', ?) ON CONFLICT DO NOTHING",
  );
  const place = db.prepare(
    'INSERT INTO page (pass, number, digest, body, entries) SELECT :pass, :number, digest, id, entries FROM body WHERE digest = :digest',
  );
  const bodies = bundles.map((bundle) => JSON.stringify({ ...bundle, total: total ?? entries }));
  for (const [index, body] of bodies.entries()) {
    insert.run(digestOf(body), Buffer.byteLength(body), deflateRawSync(body));
    place.run({ pass, number: index + 1, digest: digestOf(body) });
  }
  const proven = Number.isSafeInteger(total) ? total : entries;
  const proof = { pages: bodies.length, entries, total: proven, digest: digestOf(bodies.map(digestOf).join('')), pass };
  db.prepare(
    `UPDATE pass SET proof = json_set(proof, '$.pages', CAST(:pages AS INTEGER), '$.entries', CAST(:entries AS INTEGER), '$.digest', :digest,
      '$.totalAtStart', CAST(:total AS INTEGER), '$.totalAtEnd', CAST(:total AS INTEGER)) WHERE id = :pass`,
  ).run(proof);
}

/** A pack made after tampering with the study's file, or with the copy of it that is sealed. */
export async function packDoctored(change: Change, sealed = false, asOf: string | null = null): Promise<string> {
  const doctored = join(folder, `doctored-${String(Math.random())}.db`);
  copyDatabase(source.study.db, doctored);
  const doctor = (path: string, pathKey: Buffer, does: boolean): void => {
    const db = openDatabase(path, pathKey, 'write');
    if (does && typeof change === 'string') db.unsafeMode().exec(change);
    if (does && typeof change !== 'string') change(db);
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

/** Takes in a pack whose copy (or `sealed` = false: whose study) was tampered with, in a vault of its own, and looks at the study. */
export async function takeInDoctored(
  name: string,
  change: Change,
  look: (opened: ReadableStudy, own: Vault) => void,
  sealed = true,
): Promise<void> {
  const own = await createVault(join(folder, name), { passphrase: null, keyStore }, () => packedAt);
  expect(await receive(own, await packDoctored(change, sealed))).toBe('added');
  await withStudy(own, study, async (opened) => {
    if (opened === null) throw new Error('The study was not taken in.');
    look(opened, own);
  });
  own.close();
}

export function files(dir: string): readonly string[] {
  return readdirSync(join(dir, 'studies'));
}

/** Fills `source`. Personal entries and unproven passes are among what is in its file, and are not packed. */
export async function fillSource(): Promise<void> {
  const records = Array.from({ length: 40 }, (_unused, index) => labText(`lab-${String(index)}`, { subject: canary }));
  await source.mirror('labs', [records]);
  await source.mirror('labs', [records.slice(1, 20), [...records.slice(20), labText('lab-new', { value: '99' })]]);
  const writer = openStudyForWriting(source.path, key, study, null);
  writer.db.exec("INSERT INTO annotation VALUES ('looked', 'changes', '1', '2026-11-19')");
  beginPass(writer, 'vitals');
  writer.close();
}

export function removeSource(): void {
  source.remove();
  rmSync(folder, { recursive: true });
}
