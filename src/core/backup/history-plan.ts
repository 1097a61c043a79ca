import { z } from 'zod';
import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { Db } from '../store/database/database.ts';
import { readMeta, writeMeta } from '../store/database/meta.ts';
import { readNumber } from '../store/database/read-number.ts';
import { storedProof } from '../store/database/stored-proof.ts';
import type { WritableStudy } from '../store/database/study.ts';
import { areJson } from '../store/flip/ledger-form.ts';

/** A generation as stored; `datasets`: JSON of those that it changed. */
export interface Generation {
  readonly number: number;
  readonly at: string;
  readonly datasets: string;
}

/** A dataset whose history in a backup can be put before the local one. */
export interface DatasetHistory {
  readonly dataset: DatasetName;
  /** The local generation with which it was freshly mirrored. Only the backup knows what was before. */
  readonly base: number;
  /** Whether the local copy was confirmed, so that a record that it lacks is known to have vanished. */
  readonly confirmed: boolean;
}

/** What to do with the history in a backup. */
export type HistoryPlan =
  | { readonly outcome: 'here' }
  | { readonly outcome: 'own' | 'waiting'; readonly why: string }
  | {
      readonly outcome: 'added';
      /** The newest generation that both have in common; 0: none. */
      readonly shared: number;
      readonly backup: readonly Generation[];
      readonly here: readonly Generation[];
      readonly datasets: readonly DatasetHistory[];
    };

/** The name in `meta` under which a restore stores the generations of the fresh mirrors, as JSON. */
const baseName = 'history.base';

type Bases = Readonly<Partial<Record<DatasetName, number>>>;

/**
 * Compares the history in a backup with that of a study mirrored here. Histories of two copies that continued in parallel cannot be merged:
 * only one that ended before a fresh mirror began here can be put before it. Call inside a transaction.
 */
export function planHistory({ db, study }: WritableStudy, backup: Db): HistoryPlan {
  const there = backup
    .prepare<[string], Generation>('SELECT number, at, datasets FROM generation WHERE study = ? ORDER BY number')
    .all(study);
  const here = db.prepare<[], Generation>('SELECT number, at, datasets FROM generation ORDER BY number').all();
  const shared = there.findIndex((one, index) => here[index]?.number !== one.number || here[index].at !== one.at);
  if (shared === -1) return { outcome: 'here' };
  const [last, next] = [there.at(-1)?.at ?? '', here[shared]?.at];
  const mirrored = backup.prepare<[string], DatasetName>('SELECT dataset FROM first_load WHERE study = ?').pluck().all(study);
  const states = statesOf(db);
  const missing = mirrored.filter((dataset) => states.get(dataset) === undefined);
  if (missing.length > 0)
    return {
      outcome: 'waiting',
      why: `Its history waits, because ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not mirrored here yet. Sync the study, then restore again.`,
    };
  const datasets = mirrored.flatMap((dataset) => states.get(dataset) ?? []);
  if (next === undefined || last >= next || !datasets.every(({ dataset, base }) => isFresh(db, dataset, base, shared)))
    return {
      outcome: 'own',
      why: 'The copy here already has its own later history, which is unchanged; the history in the backup was not added.',
    };
  return { outcome: 'added', shared, backup: there, here, datasets };
}

/** The datasets mirrored here. */
function statesOf(db: Db): ReadonlyMap<DatasetName, DatasetHistory> {
  const noted = readMeta(db, baseName) ?? '{}';
  const bases = JSON.parse(noted) as Bases;
  const rows = db
    .prepare<[], { readonly dataset: DatasetName; readonly load: number | null; readonly proof: string }>(
      `SELECT s.dataset, l.generation AS load, p.proof FROM state s JOIN pass p ON p.id = s.pass LEFT JOIN first_load l ON l.dataset = s.dataset
      WHERE s.as_of IS NOT NULL`,
    )
    .all();
  return new Map(
    rows.map(({ dataset, load, proof }) => [
      dataset,
      { dataset, base: bases[dataset] ?? load ?? 0, confirmed: storedProof(proof).confirmed },
    ]),
  );
}

/** Whether nothing is known here about a dataset from before its fresh mirror, except what both histories have in common. */
function isFresh(db: Db, dataset: DatasetName, base: number, shared: number): boolean {
  const between = db.prepare('SELECT 1 FROM change WHERE dataset = ? AND generation > ? AND generation < ?').get(dataset, shared, base);
  return base > shared && between === undefined;
}

/**
 * Whether a restore can read these generations, and they are some of the study's. In a site pack they rest on the packer's word, and any
 * other text would make each later restore of the study fail.
 */
export function hasBases(db: Db): boolean {
  const generation = z.int().min(1).max(readNumber(db, 'SELECT ifnull(max(number), 0) FROM generation'));
  return areJson([readMeta(db, baseName) ?? '{}'], z.partialRecord(z.enum(datasetNames), generation));
}

/** Takes these generations over from another copy of the study. */
export function copyBases(from: Db, to: Db): void {
  const bases = readMeta(from, baseName);
  if (bases !== undefined) writeMeta(to, baseName, bases);
}

/** Stores the generations of the datasets' fresh mirrors, for a later restore of a newer backup. */
export function noteBases(db: Db, bases: Bases): void {
  writeMeta(db, baseName, JSON.stringify(bases));
}
