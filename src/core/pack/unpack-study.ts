import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { hasBases } from '../backup/history-plan.ts';
import { pageLimits } from '../bundle/limits.ts';
import { unsealInto } from '../sealed/open-sealed.ts';
import type { SealedControl } from '../sealed/write-sealed.ts';
import { checkStudy } from '../store/study-file/check-study.ts';
import { changeKey } from '../store/database/database.ts';
import { quoted, rowTable, stagedTable } from '../store/database/layout.ts';
import { gradeByBaseline } from '../store/flip/grade-by-baseline.ts';
import { isLedger, type ForeignLedger } from '../store/flip/ledger-form.ts';
import { dropPass } from '../store/passes/pass.ts';
import { forgetOrder } from '../store/passes/staged-order.ts';
import { sealOf } from '../store/database/seal.ts';
import { keyHashes } from '../store/pages/staged-rows.ts';
import { storeError } from '../store/database/store-error.ts';
import { findPass, listPages, rereadPage } from '../store/pages/stored-pages.ts';
import { termsKind } from '../store/database/stored-terms.ts';
import type { ReadableStudy, StudyFileAccess, WritableStudy } from '../store/database/study.ts';
import { openStudyForReading, openStudyForWriting } from '../store/study-file/study-file.ts';
import { carryOver, type CarriedOver } from './carry-over.ts';
import type { OpenedPack } from './open-pack.ts';
import { sitePackKind } from './pack-kind.ts';
import { hasStatus, settleStatus } from './pack-status.ts';
import { assertPlain, settleTables } from './check-schema.ts';

/**
 * Writes the study's file of a pack under a key that only this computer has, verifies it against its seal, and adds what people added to
 * the copy that it replaces (`earlier`). Returns the SHA-256 of the pack. Throws CORRUPT, VERSION, STORE, CANCELLED; nothing of it remains
 * then.
 */
export async function unpackStudy(
  pack: OpenedPack,
  target: StudyFileAccess,
  earlier: StudyFileAccess | null,
  control: SealedControl = {},
): Promise<CarriedOver & { readonly sha256: string }> {
  const { header } = pack;
  const packKey = Buffer.from(header.key, 'base64');
  try {
    await unsealInto(pack, target.path, 'Unpacking was cancelled. Nothing was imported or changed.', control);
    changeKey(target.path, packKey, target.key);
    checkSeal(pack, target);
    const carried = earlier === null ? { carried: 0, leftOut: 0 } : carryOver(earlier, target, header.study);
    return { sha256: pack.sha256(), ...carried };
  } catch (error: unknown) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(target.path + suffix, { force: true });
    throw storeError(error, `The copy of study ${header.study}`);
  } finally {
    packKey.fill(0);
  }
}

/**
 * Every byte was authenticated as its packer's; this detects a pack that was made incorrectly or to deceive, and one with newer tables
 * (VERSION). The rows must match the pages: a sync keeps unchanged pages by digest without rereading them, so wrong rows next to them would
 * stay and pass for what the service sent.
 */
function checkSeal({ header }: OpenedPack, { path, key }: StudyFileAccess): void {
  assertPlain(path, key, header.study);
  const writable = openStudyForWriting(path, key, header.study, null);
  try {
    if (!isDeepStrictEqual(sealOf(writable), { ...header.seal, counts: { ...header.seal.counts } })) throw sitePackKind.damaged();
    const { db, study } = writable;
    db.transaction(() => {
      settleTables(db, study);
      // People's annotations, which packs do not contain.
      db.prepare('DELETE FROM annotation WHERE kind <> ?').run(termsKind);
      settleStatus(writable);
      // No page says which grades follow from the subjects' baselines, so the check below cannot compare them.
      gradeByBaseline(writable, false);
    }).immediate();
    leaveProvenPages(writable);
  } finally {
    writable.close();
  }
  const study = openStudyForReading(path, key, header.study, null);
  try {
    if (checkStudy(study).length > 0 || !hasLedger(study) || !hasStatus(study, header)) throw sitePackKind.damaged();
  } finally {
    study.close();
  }
}

/**
 * Removes whatever a sync would continue from or show that is not proven: unproven passes, staged rows, also those of no pass, and pages of
 * no shown pass. For the others, what a sync uses to avoid rereading them (links, counts, keys) is derived from the pages here. Throws
 * CORRUPT.
 */
function leaveProvenPages(study: WritableStudy): void {
  const { db } = study;
  for (const { name: dataset } of study.datasets) {
    const staged = findPass(study, dataset, 'staged');
    if (staged !== null) dropPass(study, { id: staged, dataset });
  }
  assertShownPages(study);
  const note = db.prepare('UPDATE body SET head = ?, entries = ?, keys = ? WHERE id = ?');
  const notePage = db.prepare('UPDATE page SET entries = ?, total = ? WHERE pass = ? AND number = ?');
  db.transaction(() => {
    for (const { name, key } of study.datasets) {
      db.exec(`DELETE FROM ${quoted(stagedTable(name))}`);
      // Whether rows have the numbers under which they were staged counts only beside columns read from them, which stayed behind.
      forgetOrder(db, name);
      // No record is both shown and absent: a backup could not hold both, and a sync would take the shown one for a record that is back.
      db.prepare(`DELETE FROM absent WHERE dataset = ? AND key IN (SELECT ${quoted(key)} FROM ${quoted(rowTable(name))})`).run(name);
    }
    const others = 'NOT IN (SELECT pass FROM state WHERE pass IS NOT NULL)';
    db.exec(`DELETE FROM page WHERE pass ${others}; DELETE FROM pass WHERE id ${others}`);
    db.exec('DELETE FROM body WHERE id NOT IN (SELECT body FROM page)');
    for (const { name } of study.datasets) {
      const pass = findPass(study, name, 'current');
      for (const page of pass === null ? [] : listPages(study, pass)) {
        const { head, entries, rows } = rereadPage(study, name, page);
        note.run(JSON.stringify(head), entries, keyHashes(rows), page.body);
        notePage.run(entries, head.total, pass, page.number);
      }
    }
  }).immediate();
}

/**
 * Ensures that each dataset has a state that a sync can go on from; that its shown pass is its current one, whose pages are checked; that
 * these are numbered from 1, since a sync asks for each of them; and that each page's body is stored under its own digest: a sync finds by
 * it the pages that it need not read, so a body under the digest of another page would pass for that one. Throws CORRUPT.
 */
function assertShownPages({ db, datasets: declared }: WritableStudy): void {
  const strange = [
    // A flip writes to states that exist, and the next seal is computed from their generations.
    'SELECT 1 FROM state WHERE (as_of IS NULL) <> (pass IS NULL) OR (as_of IS NULL) <> (generation IS NULL) OR generation < 1',
    'SELECT 1 FROM state WHERE (as_of IS NULL) <> (dataset NOT IN (SELECT dataset FROM first_load))',
    "SELECT 1 FROM state s WHERE pass IS NOT (SELECT id FROM pass p WHERE p.dataset = s.dataset AND status = 'current')",
    'SELECT 1 FROM page WHERE pass IN (SELECT pass FROM state) GROUP BY pass HAVING min(number) <> 1 OR max(number) <> count(*)',
    `SELECT 1 FROM state s JOIN page p ON p.pass = s.pass JOIN body b ON b.id = p.body
    WHERE b.digest <> p.digest OR b.dataset <> s.dataset OR b.size > ${String(pageLimits.body)}`,
  ];
  const names = db.prepare<[], string>('SELECT dataset FROM state').pluck().all().toSorted();
  const isWhole = isDeepStrictEqual(names, declared.map(({ name }) => name).toSorted());
  if (!isWhole || strange.some((sql) => db.prepare(sql).get() !== undefined)) throw sitePackKind.damaged();
}

/** Whether the study's history has the form that Carrel writes; the pages do not prove it. */
function hasLedger({ db, datasets: declared }: ReadableStudy): boolean {
  const names = JSON.stringify(declared.map(({ name }) => name));
  const others = ['first_load', 'change', 'absent'].map(
    (table) => `SELECT 1 FROM ${table} WHERE dataset NOT IN (SELECT value FROM json_each(?))`,
  );
  if (!hasBases(db) || others.some((sql) => db.prepare(sql).get(names) !== undefined)) return false;
  const form: ForeignLedger = {
    db,
    from: (table) => table,
    parameters: [],
    numbered: [
      ['state', 'generation'],
      ['first_load', 'generation'],
      ['change', 'generation'],
      ['absent', 'added', 'changed'],
      ...declared.map(({ name }) => [quoted(rowTable(name)), '_added', '_changed'] as const),
    ],
    withFields: ['change', 'absent'],
  };
  const unknown = 'SELECT 1 FROM generation, json_each(generation.datasets) one WHERE one.value NOT IN (SELECT value FROM json_each(?))';
  return isLedger(form) && db.prepare(unknown).get(names) === undefined;
}
