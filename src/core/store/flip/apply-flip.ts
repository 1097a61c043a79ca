import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { AppError } from '../../../shared/errors.ts';
import { countAbsent } from './absent-records.ts';
import { aheadPath, removeCacheFiles } from '../database/cache-files.ts';
import { checkpoint } from '../database/database.ts';
import { gradeByBaseline } from './grade-by-baseline.ts';
import { writeLedger } from './ledger.ts';
import { forgetPass } from '../passes/pass.ts';
import { differs, type DatasetFlip, type FlipPlan } from './plan-flip.ts';
import { asOfProof } from '../database/stored-proof.ts';
import { quoted, rowTable, sharedTable, stagedTable } from '../database/layout.ts';
import { createIndexes, createRows, createView, returnIndexes, rowColumns } from '../database/projection.ts';
import { countIssues } from '../database/status.ts';
import { sealOf } from '../database/seal.ts';
import { forgetOrder, noteMoved, shownIdentity } from '../passes/staged-order.ts';
import { damaged, guarded } from '../database/store-error.ts';
import type { WritableStudy } from '../database/study.ts';
import { settleAbsent } from './settle-absent.ts';
import { noteGaps } from './compact-tables.ts';
import { recordSubjectsSeen } from '../database/subjects-seen.ts';

/**
 * Shows the planned passes in one transaction: rows, ledger, issues, as-of times, and one new generation if any record differs. The plan's
 * seal must be stored as pending before, and completed afterwards. Throws STORE, and then shows nothing of them; throws CORRUPT if the file
 * is not as planned.
 */
export function applyFlip(study: WritableStudy, plan: FlipPlan): void {
  const what = `The cache of study ${study.study}`;
  guarded(what, () => {
    study.db
      .transaction(() => {
        const changed = plan.datasets.filter((flip) => flip.isChange);
        if (changed.length > 0) {
          study.db
            .prepare('INSERT INTO generation (number, at, datasets) VALUES (?, ?, ?)')
            .run(plan.generation, plan.at, JSON.stringify(changed.map((flip) => flip.dataset)));
        }
        for (const flip of plan.datasets) flipDataset(study, plan, flip);
        const isFresh = changed.some(({ dataset, before }) => dataset === 'labs' && before === 0);
        if (changed.length > 0 && gradeByBaseline(study, isFresh) && !changed.some(({ dataset }) => dataset === 'labs'))
          tellTablesChanged(study);
        recordSubjectsSeen(study, changed.length > 0);
        if (sealOf(study).digest !== plan.seal.digest) throw damaged(what);
      })
      .immediate();
  });
  const { path } = study.file;
  removeCacheFiles(plan.datasets.flatMap(({ dataset }) => (shownIdentity(study.db, dataset) === null ? [aheadPath(path, dataset)] : [])));
  emptyJournal(study);
}

/** The flip is shown and durable in the journal. If there is no space to move it into the file now, a later checkpoint does. */
function emptyJournal({ db, study }: WritableStudy): void {
  try {
    guarded(`The cache of study ${study}`, () => checkpoint(db));
  } catch (error: unknown) {
    if (!(error instanceof AppError) || !['STORE', 'BUSY'].includes(error.code)) throw error;
  }
}

/**
 * Changes the schema version. Grades changed in a dataset that did not change itself, because a baseline did; caches of its cells use the
 * schema version to check that they are still valid (`cellsIdentity`).
 */
function tellTablesChanged({ db }: WritableStudy): void {
  db.exec('CREATE TABLE _graded (changed TEXT) STRICT; DROP TABLE _graded');
}

function flipDataset(study: WritableStudy, plan: FlipPlan, flip: DatasetFlip): void {
  const { dataset } = study.extractor(flip.dataset);
  // Not a first load if absent records are still to be settled.
  const isFirst = !flip.samePages && flip.before === 0 && countAbsent(study, flip.dataset) === 0;
  if (isFirst) moveStaged(study, plan, flip, dataset);
  else {
    returnIndexes(study.db, dataset);
    if (!flip.samePages) mergeStaged(study, plan, flip, dataset);
  }
  const settled = settleAbsent(study, plan, flip, dataset);
  const pass = settlePass(study, flip);
  const { issues, quarantined } = countIssues(study, flip.dataset);
  study.db
    .prepare(
      `
    UPDATE state SET generation = CASE WHEN ? OR generation IS NULL THEN ? ELSE generation END, as_of = ?, pass = ?, records = ?, issues = ?, quarantined = ?,
      added = ?, changed = ?, vanished = ?, state = ?, error_category = NULL, error_message = NULL
    WHERE dataset = ?`,
    )
    .run(
      flip.isChange ? 1 : 0,
      plan.generation,
      asOfProof(flip.proof),
      pass,
      flip.records,
      issues,
      quarantined,
      flip.added - settled.returned,
      flip.changed + settled.changed,
      flip.vanished,
      flip.isChange ? 'updated' : 'unchanged',
      flip.dataset,
    );
}

/** Nothing was shown: the staged table becomes the table, and its missing indexes are built over all rows at once. */
function moveStaged(study: WritableStudy, plan: FlipPlan, flip: DatasetFlip, dataset: Dataset): void {
  const { db } = study;
  const [table, staged] = [quoted(rowTable(dataset.name)), quoted(stagedTable(dataset.name))];
  db.exec(`DROP VIEW ${quoted(dataset.name)}; DROP TABLE ${table}; ALTER TABLE ${staged} RENAME TO ${table}`);
  createView(db, dataset);
  createRows(db, dataset, stagedTable(dataset.name));
  const expected = db.prepare<[number], number>('SELECT generation FROM pass WHERE id = ?').pluck().get(flip.pass);
  // Another flip took place in between.
  if (expected !== plan.generation)
    db.prepare(`UPDATE ${table} SET _added = @generation, _changed = @generation`).run({ generation: plan.generation });
  createIndexes(db, dataset);
  noteMoved(db, dataset.name, flip.pass);
  writeLedger(study, plan, dataset).firstLoad(flip.records);
}

function mergeStaged(study: WritableStudy, plan: FlipPlan, flip: DatasetFlip, dataset: Dataset): void {
  const { db } = study;
  const [table, staged, key] = [quoted(rowTable(dataset.name)), quoted(stagedTable(dataset.name)), quoted(dataset.key)];
  const ledger = writeLedger(study, plan, dataset);
  forgetOrder(db, dataset.name);
  const changed = db
    .prepare<[], [number, number]>(
      `SELECT v.rowid, s.rowid FROM ${staged} s JOIN ${table} v ON v.${key} = s.${key} WHERE ${differs(dataset)}`,
    )
    .raw()
    .all();
  const columns = rowColumns(dataset)
    .filter((column) => column !== '_added' && column !== '_changed')
    .map(quoted);
  const update = db.prepare(
    `UPDATE ${table} SET _changed = ?, (${columns.join(', ')}) = (SELECT ${columns.join(', ')} FROM ${staged} WHERE rowid = ?) WHERE rowid = ?`,
  );
  for (const [shownRow, stagedRow] of changed) {
    ledger.changed(shownRow, stagedRow);
    update.run(plan.generation, stagedRow, shownRow);
  }
  // The same record in another order or spacing: only its hash is updated.
  db.exec(`UPDATE ${table} SET _hash = s._hash FROM ${staged} s WHERE s.${key} = ${table}.${key} AND s._hash <> ${table}._hash`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
  for (const row of flip.vanishing) {
    if (flip.proof.confirmed) ledger.vanished(row);
    else ledger.absent(row);
    remove.run(row);
  }
  ledger.added();
  db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}, _added, _changed)
    SELECT ${columns.join(', ')}, @generation, @generation FROM ${staged} s WHERE NOT EXISTS (SELECT 1 FROM ${table} v WHERE v.${key} = s.${key}) ORDER BY s.rowid`,
  ).run({ generation: plan.generation });
  const { changes: stagedRows } = db.prepare(`DELETE FROM ${staged}`).run();
  // A record of which only the text changed was staged with its own combination, but keeps the one it had.
  if (stagedRows > 0 || flip.vanishing.length > 0)
    db.exec(`DELETE FROM ${quoted(sharedTable(dataset.name))} WHERE _id NOT IN (SELECT _shared FROM ${table})`);
  if (changed.length > 0 || flip.vanishing.length > 0) noteGaps(db, dataset.name);
}

/** Makes the pass the current one. If it saw the same pages, only its proof is moved to the current pass. */
function settlePass(study: WritableStudy, flip: DatasetFlip): number {
  const { db } = study;
  const current = db.prepare<[string], number | null>('SELECT pass FROM state WHERE dataset = ?').pluck().get(flip.dataset) ?? null;
  if (current !== null && flip.samePages) {
    db.prepare(
      'UPDATE pass SET (started_at, ended_at, proof) = (SELECT started_at, ended_at, proof FROM pass WHERE id = ?) WHERE id = ?',
    ).run(flip.pass, current);
    forgetPass(study, flip.pass);
    return current;
  }
  db.prepare('UPDATE state SET pass = NULL WHERE dataset = ?').run(flip.dataset);
  if (current !== null) forgetPass(study, current);
  db.prepare("UPDATE pass SET status = 'current', held = NULL WHERE id = ?").run(flip.pass);
  return flip.pass;
}
