import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { quotedWord } from '../../shared/quoted-word.ts';
import { changeKey, copyDatabase } from '../store/database.ts';
import { dropPass } from '../store/pass.ts';
import { sealedDatasets, sealOf, type Seal, type SealedDataset } from '../store/seal.ts';
import { readStudyStatus } from '../store/status.ts';
import { guarded } from '../store/store-error.ts';
import { termsKind } from '../store/stored-terms.ts';
import { openStudyForWriting } from '../store/study-file.ts';
import type { ReadableStudy, WritableStudy } from '../store/study.ts';

/** A dataset of the copy, and whether it was confirmed. */
type SnapshotDataset = SealedDataset & { readonly confirmed: boolean };

/** A study's file as it was at one moment, under a key of its own. Its journal is empty. */
export interface Snapshot {
  readonly path: string;
  readonly key: Buffer;
  readonly size: number;
  readonly seal: Seal;
  readonly datasets: readonly SnapshotDataset[];
  /** Deletes the file and zeroes the key. */
  remove(): void;
}

const companions = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Copies a study, what its journal holds included, into another encrypted file beside it. A writer is not in the way: the copy is of one
 * read transaction. People's own marks and what no pass has proven yet stay behind. Throws STORE; then nothing is left of the copy.
 */
export function takeSnapshot(opened: Pick<ReadableStudy, 'db' | 'study'>, key: Buffer, path: string): Snapshot {
  const { study } = opened;
  const newKey = randomBytes(32);
  const remove = (): void => {
    newKey.fill(0);
    for (const suffix of companions) rmSync(path + suffix, { force: true });
  };
  try {
    return guarded(`A copy of study ${study}`, () => {
      copyDatabase(opened.db, path);
      changeKey(path, key, newKey);
      const facts = settle(path, newKey, study);
      return { path, key: newKey, size: statSync(path).size, ...facts, remove };
    });
  } catch (error: unknown) {
    remove();
    throw error;
  }
}

/** Takes out what does not travel; what the copy is then. */
function settle(path: string, key: Buffer, study: string): Pick<Snapshot, 'seal' | 'datasets'> {
  const copy = openStudyForWriting(path, key, study, null);
  try {
    // What its tests are taken for goes along: its tables were made by it.
    copy.db.prepare('DELETE FROM annotation WHERE kind <> ?').run(termsKind);
    for (const staged of stagedPasses(copy)) dropPass(copy, staged);
    const datasets = sealedDatasets(copy);
    if (datasets.length === 0)
      throw new AppError(
        'EXPORT',
        `${study} has not been mirrored yet, so there is nothing to pack. Mirror it with: carrel sync ${quotedWord(study)}`,
      );
    const confirmed = new Set(readStudyStatus(copy).datasets.flatMap(({ dataset, proof }) => (proof?.confirmed === true ? [dataset] : [])));
    return { seal: sealOf(copy), datasets: datasets.map((one) => ({ ...one, confirmed: confirmed.has(one.dataset) })) };
  } finally {
    copy.close();
  }
}

function stagedPasses({ db }: WritableStudy): readonly { readonly id: number; readonly dataset: DatasetName }[] {
  return db.prepare<[], { id: number; dataset: DatasetName }>("SELECT id, dataset FROM pass WHERE status IN ('running', 'proven')").all();
}
