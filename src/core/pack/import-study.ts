import { z } from 'zod';
import { datasets, type Dataset, type DatasetName } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import type { Proof } from '../../shared/status.ts';
import { copyBases } from '../backup/history-plan.ts';
import { pageLimits } from '../bundle/limits.ts';
import { errnoOf } from '../platform/errno.ts';
import { columnsOf, openDatabase, type Db } from '../store/database/database.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { migrateStudy, studyVersionState } from '../store/database/migrations.ts';
import type { StudyFileAccess } from '../store/database/study.ts';
import { termsKind } from '../store/database/stored-terms.ts';
import { createStudyFile } from '../store/study-file/study-file.ts';
import { areTerms } from './check-contents.ts';
import { sitePackKind } from './pack-kind.ts';
import { assertPlain } from './pack-form.ts';

/**
 * Makes the study's file anew from that of a pack: pages, proofs, history and decisions are copied, and nothing else, so that nothing made
 * to deceive a later sync can come along. The records follow at the next opening, which reads them from the pages, because none is noted as
 * read. Throws CORRUPT, VERSION, STORE.
 */
export function importStudy(packed: StudyFileAccess, target: StudyFileAccess, study: string): void {
  const source = openPacked(packed, study);
  try {
    createStudyFile(target.path, target.key, study);
    const db = openDatabase(target.path, target.key, 'write');
    try {
      db.transaction(() => {
        for (const table of copied) copyTable(source, db, table);
        copyBases(source, db);
      }).immediate();
      if (!areTerms(db)) throw sitePackKind.damaged();
      for (const dataset of Object.values(datasets)) db.transaction(() => copyDataset(source, db, dataset)).immediate();
    } catch (error: unknown) {
      throw damagedIfStrange(error);
    } finally {
      db.close();
    }
  } finally {
    source.close();
  }
}

/** Migrates the file if an older version packed it. */
function openPacked({ path, key }: StudyFileAccess, study: string): Db {
  const db = openDatabase(path, key, 'write');
  try {
    assertPlain(db, study);
    if (studyVersionState(db, study) === 'older') migrateStudy(db, study);
    return db;
  } catch (error: unknown) {
    db.close();
    throw damagedIfStrange(error);
  }
}

/**
 * A missing value, one of another type, one that there is twice, or text that is no JSON: no Carrel wrote it. Nor does one store a page that
 * a sync refuses.
 */
export function damagedIfStrange(error: unknown): unknown {
  const isRefused = error instanceof AppError && ['PROTOCOL', 'LIMIT'].includes(error.code);
  const code = errnoOf(error instanceof AppError ? error.cause : error);
  return isRefused || /^SQLITE_(?:CONSTRAINT|ERROR)/.test(code) ? sitePackKind.damaged(error) : error;
}

interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** SQL after the table's name. */
  readonly rows?: string;
}

const copied: readonly CopiedTable[] = [
  { name: 'generation', columns: ['number', 'at', 'datasets'] },
  { name: 'first_load', columns: ['dataset', 'generation', 'at', 'records'] },
  // Numbered anew, because later changes are numbered after them.
  { name: 'change', columns: ['generation', 'at', 'dataset', 'key', 'subject', 'kind', 'fields'], rows: 'ORDER BY id' },
  { name: 'absent', columns: ['dataset', 'key', 'subject', 'fields', 'hash', 'added', 'changed'] },
  { name: 'annotation', columns: ['kind', 'name', 'value', 'at'], rows: `WHERE kind = '${termsKind}'` },
];

function copyTable(source: Db, db: Db, { name, columns, rows = '' }: CopiedTable): void {
  const list = columns.join(', ');
  const insert = db.prepare(`INSERT INTO ${name} (${list}) VALUES (${columns.map(() => '?').join(', ')})`);
  for (const row of source.prepare<[], readonly unknown[]>(`SELECT ${list} FROM ${name} ${rows}`).raw().iterate()) insert.run(...row);
}

interface PackedState {
  readonly generation: number;
  readonly asOf: string;
  readonly state: string;
  readonly added: number;
  readonly changed: number;
  readonly vanished: number;
  readonly pass: number;
  readonly proof: string | null;
}

/** Copies what is shown of a dataset: its state, its proof and its pages. What a sync read but did not prove stays behind. */
function copyDataset(source: Db, db: Db, dataset: Dataset): void {
  const { name } = dataset;
  db.prepare('DELETE FROM projection WHERE dataset = ?').run(name);
  const shown = source
    .prepare<[string], PackedState>(
      `SELECT s.generation, s.as_of AS asOf, s.state, s.added, s.changed, s.vanished, s.pass, p.proof
      FROM state s LEFT JOIN pass p ON p.id = s.pass WHERE s.dataset = ? AND s.as_of IS NOT NULL`,
    )
    .get(name);
  if (shown === undefined) return;
  const { startedAt, endedAt } = timesOf(shown.proof);
  const pass = db
    .prepare(
      `INSERT INTO pass (dataset, started_at, ended_at, staged_at, generation, combinations, status, proof)
      VALUES (:name, :startedAt, :endedAt, :endedAt, :generation, 0, 'current', :proof)`,
    )
    .run({ ...shown, name, startedAt, endedAt }).lastInsertRowid;
  db.prepare(
    `UPDATE state SET generation = :generation, as_of = :asOf, state = :state, added = :added, changed = :changed, vanished = :vanished,
      pass = :pass WHERE dataset = :name`,
  ).run({ ...shown, name, pass });
  copyPages(source, db, name, { from: shown.pass, to: Number(pass) });
  copyGenerations(source, db, dataset);
}

/** Characters of a proof: the window gets all of it whenever it asks for the status. */
const longestProof = 1024 * 1024;
const proofTimes = z.looseObject({ startedAt: z.string(), endedAt: z.string() });

/** Refuses a proof with two fields of one name: SQLite reads the first, of which the seal is made, and JavaScript the last, which is shown. */
function timesOf(proof: string | null): Pick<Proof, 'startedAt' | 'endedAt'> {
  try {
    const read: unknown = JSON.parse(proof ?? '');
    if (JSON.stringify(read) === proof && proof.length <= longestProof) return proofTimes.parse(read);
  } catch (error: unknown) {
    throw sitePackKind.damaged(error);
  }
  throw sitePackKind.damaged();
}

/** Most bytes by which a page may be longer deflated than it is: deflating adds a few for each 16 KiB, and nothing behind its end is read. */
const mostBehind = 64 * 1024;
/** Most pages of a pass with the same body. Its issues are listed for each of them, which would take hours for thousands. */
const mostAlike = 16;

/** Copies the pages in their order, numbered from 1, each body under the digest of its page, which the opening compares with it. */
function copyPages(source: Db, db: Db, dataset: DatasetName, pass: { readonly from: number; readonly to: number }): void {
  const pages = source.prepare<[number], { readonly digest: string; readonly size: number; readonly deflated: Buffer }>(
    'SELECT p.digest, b.size, b.deflated FROM page p JOIN body b ON b.id = p.body WHERE p.pass = ? ORDER BY p.number',
  );
  const insert = db.prepare("INSERT INTO body (dataset, digest, size, entries, head, keys, deflated) VALUES (?, ?, ?, 0, '{}', x'', ?)");
  const insertPage = db.prepare('INSERT INTO page (pass, number, digest, body, entries) VALUES (?, ?, ?, ?, 0)');
  const bodies = new Map<string, { readonly id: number | bigint; pages: number }>();
  let number = 0;
  for (const { digest, size, deflated } of pages.iterate(pass.from)) {
    number += 1;
    if (size > pageLimits.body || deflated.length > size + mostBehind) throw sitePackKind.damaged();
    const body = bodies.get(digest) ?? { id: insert.run(dataset, digest, size, deflated).lastInsertRowid, pages: 0 };
    body.pages += 1;
    if (body.pages > mostAlike) throw sitePackKind.damaged();
    bodies.set(digest, body);
    insertPage.run(pass.to, number, digest, body.id);
  }
}

/**
 * Replaces the empty table of records, and its view, by a table that says of each key when it was added and last changed, in the order of
 * the records, as a rebuild needs it.
 */
function copyGenerations(source: Db, db: Db, { name, key }: Dataset): void {
  const table = quoted(rowTable(name));
  const columns = [key, '_added', '_changed'].map(quoted);
  const there = columnsOf(source, rowTable(name)).map(quoted);
  if (!columns.every((column) => there.includes(column))) return;
  db.exec(
    `DROP VIEW ${quoted(name)}; DROP TABLE ${table}; CREATE TABLE ${table} (${quoted(key)} TEXT NOT NULL, _added INTEGER NOT NULL, _changed INTEGER NOT NULL) STRICT`,
  );
  copyTable(source, db, { name: table, columns, rows: 'ORDER BY rowid' });
}
