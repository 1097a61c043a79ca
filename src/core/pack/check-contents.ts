import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { studyStatusSchema, type Proof } from '../../shared/status.ts';
import { lastTime } from '../../shared/wrong-clock.ts';
import { hasBases } from '../backup/history-plan.ts';
import type { Db } from '../store/database/database.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { sealedDatasets, sealOf } from '../store/database/seal.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { asOfProof } from '../store/database/stored-proof.ts';
import { misnumberedVersions, termsKind } from '../store/database/stored-terms.ts';
import type { ReadableStudy } from '../store/database/study.ts';
import { areJson, isLedger, isNoTime } from '../store/flip/ledger-form.ts';
import { findPass, listPages } from '../store/pages/stored-pages.ts';
import { KEY_HASH_BYTES } from '../store/passes/key-set.ts';
import { isProven } from '../store/study-file/check-study.ts';
import { readNumber } from '../store/database/read-number.ts';
import { mostDrift } from '../store/passes/proof.ts';
import type { PackHeader } from './pack-header.ts';

/** Whether decisions on tests and units can be read, and later ones counted on from them. */
export function areTerms(db: Db): boolean {
  const untimed = `SELECT 1 FROM annotation WHERE kind = ? AND ${isNoTime('at')}`;
  const values = db.prepare<[string], string>('SELECT value FROM annotation WHERE kind = ?').pluck();
  return (
    db.prepare(untimed).get(termsKind) === undefined &&
    db.prepare(misnumberedVersions('annotation')).get() === undefined &&
    areJson(values.iterate(termsKind), z.looseObject({}))
  );
}

/**
 * Whether an imported study is what its pack's header says, its proofs count what its pages hold, and a person and a sync can go on from its
 * history and status: these rest on the packer's word.
 */
export function isSound(study: ReadableStudy, header: Pick<PackHeader, 'datasets' | 'seal'>): boolean {
  return (
    isDeepStrictEqual(sealOf(study), { ...header.seal, counts: { ...header.seal.counts } }) && hasHistory(study) && hasStatus(study, header)
  );
}

/** Whether the history has the form that Carrel writes; the pages do not prove it. */
function hasHistory({ db, datasets: declared }: ReadableStudy): boolean {
  const names = JSON.stringify(declared.map(({ name }) => name));
  const ofOthers = [
    ...['first_load', 'change', 'absent'].map((table) => `SELECT 1 FROM ${table} WHERE dataset NOT IN (SELECT value FROM json_each(?))`),
    'SELECT 1 FROM generation, json_each(generation.datasets) one WHERE one.value NOT IN (SELECT value FROM json_each(?))',
  ];
  const strange = [
    'SELECT 1 FROM state WHERE (as_of IS NULL) <> (dataset NOT IN (SELECT dataset FROM first_load))',
    // A first sync of a dataset that has a history already would not be one.
    ...['change', 'absent'].map((table) => `SELECT 1 FROM ${table} WHERE dataset IN (SELECT dataset FROM state WHERE as_of IS NULL)`),
  ];
  const ledger = {
    db,
    from: (table: string) => table,
    parameters: [],
    numbered: [
      ['state', 'generation'],
      ['first_load', 'generation'],
      ['change', 'generation'],
      ['absent', 'added', 'changed'],
      ...declared.map(({ name }) => [quoted(rowTable(name)), '_added', '_changed'] as const),
    ] as const,
    withFields: ['change', 'absent'],
  };
  return (
    isLedger(ledger) &&
    hasBases(db) &&
    ofOthers.every((sql) => db.prepare(sql).get(names) === undefined) &&
    strange.every((sql) => db.prepare(sql).get() === undefined)
  );
}

/** Whether the status can be shown: its proofs have their form, count what the pages hold, and say what the header says. */
function hasStatus(study: ReadableStudy, { datasets }: Pick<PackHeader, 'datasets'>): boolean {
  const status = studyStatusSchema.safeParse(readStudyStatus(study)).data?.datasets;
  const said = datasets.map(({ dataset, records, asOf }) => [dataset, records, asOf]);
  const sealed = sealedDatasets(study).map(({ dataset, distinct, asOf }) => [dataset, distinct, asOf]);
  if (status === undefined || JSON.stringify(said.toSorted()) !== JSON.stringify(sealed.toSorted())) return false;
  return status.every(({ dataset, asOf, proof, absent, added, changed, vanished }) => {
    if (asOf === null) return true;
    const confirmed = datasets.find((one) => one.dataset === dataset)?.confirmed;
    return (
      [added, changed, vanished].every((count) => count >= 0) &&
      proof !== null &&
      // A confirmed pass leaves nobody absent; a later sync would show what is absent again without calling it new.
      !(proof.confirmed && absent > 0) &&
      asOf === asOfProof(proof) &&
      (confirmed ?? proof.confirmed) === proof.confirmed &&
      isWellFormed(proof) &&
      isProofOf(study, dataset, proof)
    );
  });
}

/**
 * Whether a proof counts what the pages hold, and these say of themselves what a sync demands: the study, and as many entries as there are.
 * A record that is twice in them would hide the second one, also from a later sync.
 */
function isProofOf(study: ReadableStudy, dataset: DatasetName, proof: Proof): boolean {
  const pass = findPass(study, dataset, 'current');
  if (pass === null || !isProven(study, pass, listPages(study, pass))) return false;
  const inPages = `FROM page p JOIN body b ON b.id = p.body WHERE p.pass = ?`;
  const keyed = readNumber(study.db, `SELECT total(length(b.keys)) / ${String(KEY_HASH_BYTES)} ${inPages}`, pass);
  const entries = readNumber(study.db, `SELECT total(p.entries) ${inPages}`, pass);
  const totals = study.db.prepare<[number], number | null>('SELECT total FROM page WHERE pass = ? ORDER BY number').pluck().all(pass);
  const elsewhere = readNumber(study.db, `SELECT count(*) ${inPages} AND b.head ->> '$.identifier' <> ?`, pass, study.study);
  const records = readNumber(study.db, `SELECT count(*) FROM ${quoted(rowTable(dataset))}`);
  return (
    keyed === records &&
    proof.distinct === records &&
    proof.entries === entries &&
    totals.every((total) => total === null || total === entries) &&
    proof.totalAtStart === (totals.at(0) ?? null) &&
    proof.totalAtEnd === (totals.at(-1) ?? null) &&
    elsewhere === 0
  );
}

/** Seconds between the first and the last time that there is for JavaScript: no clocks differ by more. */
const mostOffset = (2 * lastTime) / 1000;
/** More passes than any sync gives up before it ends. */
const mostRepeated = 1000;

/** Whether the times of a proof are times, and its lists, which the window shows whole, no longer than Carrel makes them. */
function isWellFormed({ startedAt, endedAt, confirmedAt, drift, repeated, clockOffsetSeconds, ...counts }: Proof): boolean {
  return (
    Math.abs(clockOffsetSeconds ?? 0) <= mostOffset &&
    [startedAt, endedAt, confirmedAt ?? endedAt].every(isTime) &&
    drift.length <= mostDrift &&
    repeated.length <= mostRepeated &&
    counts.passes >= 1 &&
    [counts.resumedPages, counts.rounds, counts.foreignLinks].every((count) => count >= 0)
  );
}

function isTime(text: string): boolean {
  return z.iso.datetime().safeParse(text).success;
}
