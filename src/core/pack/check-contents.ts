import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { studyStatusSchema, type Proof } from '../../shared/status.ts';
import { hasBases } from '../backup/history-plan.ts';
import type { Db } from '../store/database/database.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { sealedDatasets, sealOf } from '../store/database/seal.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { asOfProof } from '../store/database/stored-proof.ts';
import { misnumberedVersions, termsKind } from '../store/database/stored-terms.ts';
import type { ReadableStudy } from '../store/database/study.ts';
import { ISO_TIME, isLedger } from '../store/flip/ledger-form.ts';
import { findPass, listPages } from '../store/pages/stored-pages.ts';
import { mostDrift } from '../store/passes/proof.ts';
import { isProven } from '../store/study-file/check-study.ts';
import type { PackHeader } from './pack-header.ts';

/** Whether decisions on tests and units can be read, and later ones counted on from them. */
export function areTerms(db: Db): boolean {
  const strange = `SELECT 1 FROM annotation WHERE kind = ? AND (at NOT GLOB '${ISO_TIME}' OR NOT json_valid(value))`;
  return db.prepare(strange).get(termsKind) === undefined && db.prepare(misnumberedVersions('annotation')).get() === undefined;
}

/**
 * Whether an imported study is what its pack's header says, its pages are those of its proofs, and a person and a sync can go on from its
 * history and status: these rest on the packer's word.
 */
export function isSound(study: ReadableStudy, header: Pick<PackHeader, 'datasets' | 'seal'>): boolean {
  return (
    isDeepStrictEqual(sealOf(study), { ...header.seal, counts: { ...header.seal.counts } }) &&
    hasProvenPages(study) &&
    hasHistory(study) &&
    hasStatus(study, header)
  );
}

function hasProvenPages(study: ReadableStudy): boolean {
  return study.datasets.every(({ name }) => {
    const pass = findPass(study, name, 'current');
    return pass === null || isProven(study, pass, listPages(study, pass));
  });
}

/** Whether the history has the form that Carrel writes; the pages do not prove it. */
function hasHistory({ db, datasets: declared }: ReadableStudy): boolean {
  const names = JSON.stringify(declared.map(({ name }) => name));
  const ofOthers = [
    ...['first_load', 'change', 'absent'].map((table) => `SELECT 1 FROM ${table} WHERE dataset NOT IN (SELECT value FROM json_each(?))`),
    'SELECT 1 FROM generation, json_each(generation.datasets) one WHERE one.value NOT IN (SELECT value FROM json_each(?))',
  ];
  const strange = [
    // A flip writes to states that exist, and the next seal is computed from their generations.
    'SELECT 1 FROM state WHERE generation < 1',
    'SELECT 1 FROM state WHERE (as_of IS NULL) <> (dataset NOT IN (SELECT dataset FROM first_load))',
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

/** Whether the status can be shown: its proofs have their form and name the as-of times, also those of the header. */
function hasStatus(study: ReadableStudy, { datasets }: Pick<PackHeader, 'datasets'>): boolean {
  const status = studyStatusSchema.safeParse(readStudyStatus(study));
  const said = datasets.map(({ dataset, records, asOf }) => [dataset, records, asOf]);
  const sealed = sealedDatasets(study).map(({ dataset, distinct, asOf }) => [dataset, distinct, asOf]);
  return (
    JSON.stringify(said.toSorted()) === JSON.stringify(sealed.toSorted()) &&
    status.data?.datasets.every(
      ({ asOf, proof }) => asOf === null || (isTime(asOf) && proof !== null && isShort(proof) && asOf === asOfProof(proof)),
    ) === true
  );
}

/** More passes than any sync gives up before it ends. */
const mostRepeated = 1000;

/** Whether the lists of a proof, which the window shows whole, are no longer than Carrel makes them. */
function isShort({ drift, repeated }: Proof): boolean {
  return drift.length <= mostDrift && repeated.length <= mostRepeated;
}

function isTime(text: string): boolean {
  return z.iso.datetime().safeParse(text).success;
}
