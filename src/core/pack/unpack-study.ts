import { rmSync } from 'node:fs';
import { unsealInto } from '../sealed/open-sealed.ts';
import type { SealedControl } from '../sealed/write-sealed.ts';
import { checkStudy } from '../store/check-study.ts';
import { changeKey, openInMemory, type Db } from '../store/database.ts';
import { quoted, rowTable } from '../store/layout.ts';
import { isLedger } from '../store/ledger-form.ts';
import { migrateStudy } from '../store/migrations.ts';
import { dropPass } from '../store/pass.ts';
import { createView } from '../store/projection.ts';
import { sealOf } from '../store/seal.ts';
import { keyHashes } from '../store/staged-rows.ts';
import { storeError } from '../store/store-error.ts';
import { findPass, listPages, rereadPage } from '../store/stored-pages.ts';
import { termsKind } from '../store/stored-terms.ts';
import type { ReadableStudy, WritableStudy } from '../store/study.ts';
import { openStudyForReading, openStudyForWriting } from '../store/study-file.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { OpenedPack } from './open-pack.ts';
import { sitePackKind } from './pack-kind.ts';

/**
 * Writes the study's file of a pack under a key that only this computer has, verifies it against its seal, and returns the SHA-256 of the
 * pack. Throws CORRUPT, VERSION, STORE, CANCELLED; nothing of it remains then.
 */
export async function unpackStudy(
  pack: OpenedPack,
  target: { readonly path: string; readonly key: Buffer },
  control: SealedControl = {},
): Promise<{ readonly sha256: string }> {
  const { header } = pack;
  const packKey = Buffer.from(header.key, 'base64');
  try {
    await unsealInto(pack, target.path, 'Unpacking was cancelled. Nothing was imported or changed.', control);
    changeKey(target.path, packKey, target.key);
    checkSeal(pack, target);
    return { sha256: pack.sha256() };
  } catch (error: unknown) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(target.path + suffix, { force: true });
    throw storeError(error, `The copy of study ${header.study}`);
  } finally {
    packKey.fill(0);
  }
}

interface Unpacked {
  readonly path: string;
  readonly key: Buffer;
}

/**
 * Every byte was authenticated as its packer's; this detects a pack that was made incorrectly or to deceive, and one with newer tables
 * (VERSION). The rows must match the pages: a sync keeps unchanged pages by digest without rereading them, so wrong rows next to them would
 * stay and pass for what the service sent.
 */
function checkSeal({ header }: OpenedPack, { path, key }: Unpacked): void {
  const writable = openStudyForWriting(path, key, header.study, null);
  try {
    const { generation, digest } = sealOf(writable);
    if (generation !== header.seal.generation || digest !== header.seal.digest) throw sitePackKind.damaged();
    settleTables(writable);
    leaveProvenPages(writable);
  } finally {
    writable.close();
  }
  const study = openStudyForReading(path, key, header.study, null);
  try {
    if (checkStudy(study).length > 0 || !hasLedger(study)) throw sitePackKind.damaged();
  } finally {
    study.close();
  }
}

/**
 * Leaves only Carrel's tables, recreates the views, and removes people's annotations, which packs do not contain. Throws CORRUPT if there
 * is anything else.
 */
function settleTables({ db, study }: WritableStudy): void {
  const views = viewsOf(study);
  db.transaction(() => {
    for (const name of namesOfViews(db)) if (!views.has(name)) throw sitePackKind.damaged();
    if (actsByItself(db)) throw sitePackKind.damaged();
    for (const [name, sql] of views) db.exec(`DROP VIEW IF EXISTS "${name}"; ${sql}`);
    db.prepare('DELETE FROM annotation WHERE kind <> ?').run(termsKind);
  }).immediate();
}

/**
 * Removes unproven passes, which a sync would resume, and pages of no pass. For the others, what a sync uses to avoid rereading them
 * (links, counts, keys) is derived from the pages here. Throws CORRUPT.
 */
function leaveProvenPages(study: WritableStudy): void {
  const { db } = study;
  for (const { name: dataset } of study.datasets) {
    const staged = findPass(study, dataset, 'staged');
    if (staged !== null) dropPass(study, { id: staged, dataset });
  }
  const note = db.prepare('UPDATE body SET head = ?, entries = ?, keys = ? WHERE id = ?');
  db.transaction(() => {
    db.exec('DELETE FROM body WHERE id NOT IN (SELECT body FROM page)');
    for (const { name } of study.datasets) {
      const pass = findPass(study, name, 'current');
      for (const page of pass === null ? [] : listPages(study, pass)) {
        const { head, entries, rows } = rereadPage(study, name, page);
        note.run(JSON.stringify(head), entries, keyHashes(rows), page.body);
      }
    }
  }).immediate();
}

/** Whether the study's history has the form that Carrel writes; the pages do not prove it. */
function hasLedger({ db, datasets: declared }: ReadableStudy): boolean {
  return isLedger({
    db,
    from: (table) => table,
    parameters: [],
    numbered: [
      ['first_load', 'generation'],
      ['change', 'generation'],
      ['absent', 'added', 'changed'],
      ...declared.map(({ name }) => [quoted(rowTable(name)), '_added', '_changed'] as const),
    ],
    withFields: ['change', 'absent'],
  });
}

/** Whether the file has triggers, which could change rows that a sync writes, or virtual tables, which could replace a table. */
function actsByItself(db: Db): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL %' LIMIT 1").get() !== undefined;
}

function namesOfViews(db: Db): readonly string[] {
  return db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'view'").pluck().all();
}

/** The views of a study's file by name, as this version creates them. */
function viewsOf(study: string): ReadonlyMap<string, string> {
  const db = openInMemory();
  try {
    migrateStudy(db, study);
    for (const dataset of Object.values(datasets)) createView(db, dataset);
    return new Map(db.prepare<[], [string, string]>("SELECT name, sql FROM sqlite_schema WHERE type = 'view'").raw().all());
  } finally {
    db.close();
  }
}
