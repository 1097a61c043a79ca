import { z } from 'zod';
import { studyStatusSchema, type Proof } from '../../shared/status.ts';
import { sealedDatasets } from '../store/database/seal.ts';
import { countFirstLoad, readStudyStatus, storeCounts } from '../store/database/status.ts';
import { asOfProof } from '../store/database/stored-proof.ts';
import type { ReadableStudy, WritableStudy } from '../store/database/study.ts';
import { mostDrift } from '../store/passes/proof.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { recordSubjectsSeen } from '../store/database/subjects-seen.ts';
import type { PackHeader } from './pack-header.ts';
import { readNumber } from '../store/database/read-number.ts';

/**
 * Counts records, issues and subjects of an unpacked study again, also those of each first load, by which the pages of the changes are
 * found, and removes what the packer's last sync said. Call in a transaction.
 */
export function settleStatus(study: WritableStudy): void {
  study.db.exec('UPDATE state SET error_category = NULL, error_message = NULL');
  for (const { name } of study.datasets) {
    storeCounts(study, name, readNumber(study.db, `SELECT count(*) FROM ${quoted(rowTable(name))}`));
    countFirstLoad(study, name);
  }
  recordSubjectsSeen(study, true);
}

/** Whether the status of an unpacked study can be shown: its proofs have their form and name the as-of times, also those of the header. */
export function hasStatus(study: ReadableStudy, { datasets }: Pick<PackHeader, 'datasets'>): boolean {
  const status = studyStatusSchema.safeParse(readStudyStatus(study));
  const said = datasets.map(({ dataset, records, asOf }) => [dataset, records, asOf]);
  const sealed = sealedDatasets(study).map(({ dataset, distinct, asOf }) => [dataset, distinct, asOf]);
  const texts = study.db.prepare<[], string>("SELECT proof FROM pass WHERE status = 'current' AND proof IS NOT NULL").pluck().all();
  return (
    texts.every(isUnambiguous) &&
    JSON.stringify(said.toSorted()) === JSON.stringify(sealed.toSorted()) &&
    status.data?.datasets.every(
      ({ asOf, proof }) => asOf === null || (isTime(asOf) && proof !== null && isShort(proof) && asOf === asOfProof(proof)),
    ) === true
  );
}

/** Of two fields of one name, SQLite reads the first, of which the seal is made, and JavaScript the last, which is checked and shown. */
function isUnambiguous(proof: string): boolean {
  return JSON.stringify(JSON.parse(proof)) === proof;
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
