import { createHmac } from 'node:crypto';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { digestOf } from '../../bundle/bundle-entry.ts';
import { damaged } from './store-error.ts';
import type { ReadableStudy } from './study.ts';
import { readNumber } from './read-number.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';

/**
 * State of a study's file after the last flip, stored outside the file. If a journal is lost or an older copy is restored, the file no
 * longer matches. The seal covers what was proven (passes, as-of times, generations), not the projections, which may be rebuilt.
 */
export interface Seal {
  readonly generation: number;
  /** Distinct records proven, by dataset. */
  readonly counts: Readonly<Partial<Record<DatasetName, number>>>;
  /** SHA-256, hex. */
  readonly digest: string;
}

/** Before a flip the next seal is stored as pending; afterwards it becomes the current one. */
export interface SealPair {
  readonly current: Seal | null;
  readonly pending: Seal | null;
}

/** One dataset's part in a seal. */
export interface SealedDataset {
  readonly dataset: DatasetName;
  /** Generation in which it last changed. */
  readonly generation: number;
  readonly asOf: string;
  readonly distinct: number;
  /** Digest over the pages of its current pass, hex. */
  readonly pages: string;
}

/** Computes the seal of a study with these mirrored datasets, in any order. */
export function makeSeal(study: string, generation: number, mirrored: readonly SealedDataset[]): Seal {
  const ordered = mirrored.toSorted((left, right) => compareTexts(left.dataset, right.dataset));
  const parts = ordered.map(({ dataset, generation: changedIn, asOf, distinct, pages }) => [dataset, changedIn, asOf, distinct, pages]);
  const counts: Partial<Record<DatasetName, number>> = {};
  for (const part of ordered) counts[part.dataset] = part.distinct;
  return { generation, counts, digest: digestOf(JSON.stringify([study, generation, parts])) };
}

/** Computes the seal of a study's file in its present state. */
export function sealOf(study: Pick<ReadableStudy, 'db' | 'study'>): Seal {
  return makeSeal(study.study, currentGeneration(study), sealedDatasets(study));
}

/** The mirrored datasets in their present state. */
export function sealedDatasets(study: Pick<ReadableStudy, 'db'>): readonly SealedDataset[] {
  return study.db
    .prepare<[], SealedDataset>(
      `
    SELECT s.dataset, s.generation, s.as_of AS asOf, p.proof ->> '$.distinct' AS "distinct", p.proof ->> '$.digest' AS pages
    FROM state s JOIN pass p ON p.id = s.pass WHERE s.as_of IS NOT NULL`,
    )
    .all();
}

/** The study's newest generation; 0 before the first flip. */
export function currentGeneration(study: Pick<ReadableStudy, 'db'>): number {
  return readNumber(study.db, 'SELECT ifnull(max(number), 0) FROM generation');
}

/** MAC of a seal under the study's own key, hex, so that another study's seal cannot replace it. */
export function sealMac(seal: Seal, key: Buffer): string {
  const counts = Object.entries(seal.counts).toSorted(([left], [right]) => compareTexts(left, right));
  return createHmac('sha256', key)
    .update('carrel seal 1')
    .update(JSON.stringify([seal.generation, counts, seal.digest]))
    .digest('hex');
}

/** Returns which seal the file matches. Throws CORRUPT if it matches neither. A study that was never flipped has no seal. */
export function matchSeal(study: ReadableStudy, seals: SealPair | null): 'current' | 'pending' | 'unchecked' {
  if (seals === null) return 'unchecked';
  // One read transaction, because a flip may happen between two reads.
  const found = study.db.transaction(() => sealOf(study)).deferred();
  const current = seals.current ?? makeSeal(study.study, 0, []);
  if (sameSeal(found, current)) return 'current';
  if (seals.pending !== null && sameSeal(found, seals.pending)) return 'pending';
  throw damaged(
    `The cache of study ${study.study} (${found.generation < current.generation ? 'it is older than the last sync: its journal was lost, or an older copy was put back' : 'it differs from the state after the last sync'})`,
  );
}

function sameSeal(left: Seal, right: Seal): boolean {
  return left.generation === right.generation && left.digest === right.digest;
}
