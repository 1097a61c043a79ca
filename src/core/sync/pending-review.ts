import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import type { DatasetStatus, PendingReview } from '../../shared/status.ts';
import { dropPass } from '../store/passes/pass.ts';
import { planFlip } from '../store/flip/plan-flip.ts';
import { readStudyStatus, recordOutcome } from '../store/database/status.ts';
import { findPass } from '../store/pages/stored-pages.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { SyncHost } from '../vault/studies/sync-host.ts';
import { showPlanned } from './sync-study.ts';
import { withWritableStudy } from './write-study.ts';

/** A person's decision on a copy that is pending review (shrink guard). */
export interface PendingReviewChoice {
  readonly study: string;
  readonly dataset: DatasetName;
  readonly choice: 'accept' | 'discard';
}

/**
 * Shows what is pending review, as of the time it was proven, or discards it, without contacting the service. Returns the new status of the
 * dataset. Throws USAGE if nothing is pending review (any more), BUSY, and errors of the store.
 */
export async function decidePendingReview(host: SyncHost, { study: number, dataset, choice }: PendingReviewChoice): Promise<DatasetStatus> {
  return withWritableStudy(host, number, true, async (study) => {
    const { id, pending } = pendingPass(study, dataset);
    if (choice === 'accept') await showPlanned(host, study, planFlip(study, [{ id, dataset }]));
    else {
      dropPass(study, { id, dataset });
      recordOutcome(study, dataset, { state: 'kept', error: null });
    }
    const { records, lost, subjects } = pending;
    const subjectsLost = subjects === undefined ? {} : { subjectsLost: subjects.lost };
    await host.audit({ kind: 'shrink-decided', study: number, dataset, choice, records, lost, ...subjectsLost });
    return statusOf(study, dataset);
  });
}

function pendingPass(study: WritableStudy, dataset: DatasetName): { readonly id: number; readonly pending: PendingReview } {
  const id = findPass(study, dataset, 'staged');
  const pending = statusOf(study, dataset).pending;
  if (id !== null && pending !== null) return { id, pending };
  throw new AppError('USAGE', `No copy of ${dataset} is pending review any longer. Mirrored data is unchanged. Sync again.`);
}

function statusOf(study: WritableStudy, dataset: DatasetName): DatasetStatus {
  const found = readStudyStatus(study).datasets.find((status) => status.dataset === dataset);
  if (found === undefined) throw new TypeError('Every dataset has a status.');
  return found;
}
