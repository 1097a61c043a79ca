import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import { isByBaseline } from '../../../shared/datasets/declaration.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Proof } from '../../../shared/status.ts';
import { shortHash } from '../../bundle/bundle-entry.ts';
import { absentKeys, countAbsent } from './absent-records.ts';
import { passKeys } from '../passes/pass.ts';
import { asOfProof, storedProof } from '../database/stored-proof.ts';
import { layoutOf, quoted, rowTable, sharedTable, stagedTable } from '../database/layout.ts';
import { currentGeneration, makeSeal, sealedDatasets, type Seal } from '../database/seal.ts';
import { guarded } from '../database/store-error.ts';
import type { WritableStudy } from '../database/study.ts';
import { countSubjectsLost, type SubjectsLost } from './subjects-lost.ts';
import { readNumber } from '../database/read-number.ts';

/** The effect of a flip on one dataset. */
export interface DatasetFlip {
  readonly dataset: DatasetName;
  readonly pass: number;
  readonly proof: Proof;
  /** Records shown before the flip, and after it. */
  readonly before: number;
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  /** Records that a confirmed pass shows to have vanished, including those that an earlier unconfirmed pass lacked. */
  readonly vanished: number;
  /** The dataset gets the new generation, because it is mirrored for the first time or a record differs. */
  readonly isChange: boolean;
  /** The pass saw the same bodies page by page: only its proof is written. */
  readonly samePages: boolean;
  /** Row ids of records that will no longer be shown. */
  readonly vanishing: readonly number[];
  /** The number of subjects shown now, and how many of them have no record after the flip. */
  readonly subjects: SubjectsLost;
}

export interface FlipPlan {
  /** Time of the new generation, ISO in UTC. */
  readonly at: string;
  /** The study's generation after the flip. */
  readonly generation: number;
  readonly datasets: readonly DatasetFlip[];
  /** The seal after the flip; store it as pending before the flip. */
  readonly seal: Seal;
}

/**
 * Computes what showing these proven passes would change, without writing. Throws INCONSISTENT if a pass contains a key twice, TypeError if
 * one is not proven.
 */
export function planFlip(
  study: WritableStudy,
  passes: readonly { readonly id: number; readonly dataset: DatasetName }[],
  now = new Date(),
): FlipPlan {
  return guarded(`The cache of study ${study.study}`, () => {
    const datasets = passes.map((pass) => planDataset(study, pass.dataset, pass.id));
    const generation = currentGeneration(study) + (datasets.some((dataset) => dataset.isChange) ? 1 : 0);
    return { at: now.toISOString(), generation, datasets, seal: nextSeal(study, generation, datasets) };
  });
}

/** If no record vanishes or changes, no subject is lost. */
const nobodyLost: SubjectsLost = { before: 0, lost: 0 };

function planDataset(study: WritableStudy, name: DatasetName, pass: number): DatasetFlip {
  const { db } = study;
  const proof = readProof(study, pass);
  const before = readNumber(db, `SELECT count(*) FROM ${quoted(rowTable(name))}`);
  const current = db.prepare<[string], number | null>('SELECT pass FROM state WHERE dataset = ?').pluck().get(name) ?? null;
  const samePages = current !== null && pagesOf(study, current) === pagesOf(study, pass);
  const absent = proof.confirmed && samePages ? countAbsent(study, name) : 0;
  const unchanged = {
    dataset: name,
    pass,
    proof,
    before,
    records: before,
    added: 0,
    changed: 0,
    vanished: absent,
    isChange: absent > 0,
    samePages: true,
    vanishing: [],
    subjects: nobodyLost,
  };
  if (samePages) return unchanged;

  const keys = passKeys(study, pass);
  if (keys.keyed !== keys.set.size)
    throw new AppError('INCONSISTENT', `The pages of ${name} contain a record more than once. The earlier copy stays. Sync again.`);
  // If nothing is shown, every record is new.
  const { added, changed } = before === 0 ? { added: keys.set.size, changed: 0 } : countStaged(study, study.extractor(name).dataset);
  // Every key of the pass is either shown already or staged as new; everything else shown vanishes.
  const gone = before - (keys.set.size - added);
  const vanishing = gone === 0 ? [] : rowsOutside(study, study.extractor(name).dataset, (key) => keys.set.has(shortHash(key)));
  const vanished = proof.confirmed ? vanishing.length + absentKeys(study, name).filter((key) => !keys.set.has(shortHash(key))).length : 0;
  const isChange = current === null || added + changed + gone + vanished > 0;
  const subjects = changed + gone === 0 ? nobodyLost : countSubjectsLost(study, study.extractor(name).dataset, vanishing);
  return {
    ...unchanged,
    records: keys.set.size,
    added,
    changed,
    vanished,
    isChange,
    samePages: false,
    vanishing,
    subjects,
  };
}

function readProof({ db }: WritableStudy, pass: number): Proof {
  const proof = db.prepare<[number], string>("SELECT proof FROM pass WHERE id = ? AND status = 'proven'").pluck().get(pass);
  if (proof === undefined) throw new TypeError('Only a proven pass can be shown.');
  return storedProof(proof);
}

function pagesOf({ db }: WritableStudy, pass: number): string {
  return JSON.stringify(
    db.prepare<[number], readonly unknown[]>('SELECT number, body FROM page WHERE pass = ? ORDER BY number').raw().all(pass),
  );
}

function countStaged({ db }: WritableStudy, dataset: Dataset): { readonly added: number; readonly changed: number } {
  const [shown, staged, key] = [quoted(rowTable(dataset.name)), quoted(stagedTable(dataset.name)), quoted(dataset.key)];
  const added = readNumber(db, `SELECT count(*) FROM ${staged} s WHERE NOT EXISTS (SELECT 1 FROM ${shown} v WHERE v.${key} = s.${key})`);
  const changed = readNumber(db, `SELECT count(*) FROM ${staged} s JOIN ${shown} v ON v.${key} = s.${key} WHERE ${differs(dataset)}`);
  return { added, changed };
}

/** SQL condition that a staged row `s` differs from the row `v` in an own or shared column, or in what no column describes. */
export function differs(dataset: Dataset): string {
  const { own, shared } = layoutOf(dataset);
  const other = (columns: readonly string[], one: string, another: string): string =>
    columns.length === 0 ? 'FALSE' : columns.map((column) => `${one}.${quoted(column)} IS NOT ${another}.${quoted(column)}`).join(' OR ');
  // The same combination may be stored twice.
  const compared = own.columns.filter(({ column }) => !isByBaseline(column)).map(({ name }) => name);
  return `(${other([...compared, '_undescribed'], 's', 'v')} OR s._shared <> v._shared AND EXISTS (
    SELECT 1 FROM ${quoted(sharedTable(dataset.name))} a, ${quoted(sharedTable(dataset.name))} b WHERE a._id = s._shared AND b._id = v._shared AND (${other(
      shared.columns.map(({ name }) => name),
      'a',
      'b',
    )})))`;
}

function rowsOutside({ db }: WritableStudy, dataset: Dataset, isKept: (key: string) => boolean): readonly number[] {
  const vanishing: number[] = [];
  for (const [row, key] of db
    .prepare<[], [number, string]>(`SELECT rowid, ${quoted(dataset.key)} FROM ${quoted(rowTable(dataset.name))}`)
    .raw()
    .iterate()) {
    if (!isKept(key)) vanishing.push(row);
  }
  return vanishing;
}

function nextSeal(study: WritableStudy, generation: number, flips: readonly DatasetFlip[]): Seal {
  const mirrored = new Map(sealedDatasets(study).map((sealed) => [sealed.dataset, sealed]));
  for (const { dataset, proof, isChange } of flips) {
    const earlier = mirrored.get(dataset)?.generation;
    mirrored.set(dataset, {
      dataset,
      generation: isChange || earlier === undefined ? generation : earlier,
      asOf: asOfProof(proof),
      distinct: proof.distinct,
      pages: proof.digest,
    });
  }
  return makeSeal(study.study, generation, [...mirrored.values()]);
}
