import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { quotedWord } from '../../shared/quoted-word.ts';
import { changeKey, copyDatabase, removeDatabase } from '../store/database/database.ts';
import { dropPass } from '../store/passes/pass.ts';
import { sealedDatasets, sealOf, type Seal, type SealedDataset } from '../store/database/seal.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { guarded } from '../store/database/store-error.ts';
import { termsKind } from '../store/database/stored-terms.ts';
import { openStudyForWriting } from '../store/study-file/study-file.ts';
import type { ReadableStudy, WritableStudy } from '../store/database/study.ts';

/** A dataset of the copy, and whether it was confirmed. */
type SnapshotDataset = SealedDataset & { readonly confirmed: boolean };

/** A copy of a study's file at one moment, under its own key and with an empty journal. */
export interface Snapshot {
  readonly path: string;
  readonly key: Buffer;
  readonly size: number;
  readonly seal: Seal;
  readonly datasets: readonly SnapshotDataset[];
  /** Deletes the file and zeroes the key. */
  remove(): void;
}

/**
 * Copies a study, including its journal, to another encrypted file next to it. A concurrent writer is no problem, because the copy is made
 * in one read transaction. People's annotations and unproven passes are left out. Throws STORE; nothing of the copy remains then.
 */
export function takeSnapshot(opened: Pick<ReadableStudy, 'db' | 'study'>, key: Buffer, path: string): Snapshot {
  const { study } = opened;
  const newKey = randomBytes(32);
  const remove = (): void => {
    newKey.fill(0);
    removeDatabase(path);
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

/** Removes what does not belong in a pack. Returns the facts about the copy. */
function settle(path: string, key: Buffer, study: string): Pick<Snapshot, 'seal' | 'datasets'> {
  const copy = openStudyForWriting(path, key, study, null);
  try {
    // Decisions on tests and units are kept, because the tables were derived with them.
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
