import type { RestoredStudy } from '../../shared/backup.ts';
import { noCounts } from '../../shared/backup.ts';
import { isDeepStrictEqual } from 'node:util';
import { withWritableStudy } from '../sync/write-study.ts';
import type { Db } from '../store/database/database.ts';
import { sealOf } from '../store/database/seal.ts';
import { guarded } from '../store/database/store-error.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { SyncHost } from '../vault/studies/sync-host.ts';
import { mergeAnnotations } from './merge-annotations.ts';
import { mergeHistory } from './merge-history.ts';
import { mergeTerms } from './merge-terms.ts';

/** A study in a backup that cannot be restored yet. */
export function notRestored(study: string, why: string): RestoredStudy {
  return { study, history: 'waiting', added: noCounts(), updated: 0, why };
}

/**
 * Merges a study of a backup into its local mirror in one transaction, completely or not at all. Newer local data is not changed. Throws
 * BUSY, and errors of opening and writing the file.
 */
export async function restoreStudy(host: SyncHost, backup: Db, study: string): Promise<RestoredStudy> {
  return withWritableStudy(host, study, true, async (opened) => {
    const { db } = opened;
    const what = `The cache of study ${study}`;
    const before = sealOf(opened);
    guarded(what, () => db.exec('BEGIN IMMEDIATE'));
    try {
      const restored = guarded(what, () => merge(opened, backup));
      const seal = sealOf(opened);
      const isSealed = !isDeepStrictEqual(seal, before);
      if (restored.history === 'added') await host.audit({ kind: 'history-restore-begun', study });
      // As with a flip, the next seal is stored before the file can match it.
      if (isSealed) await host.saveSeal(study, seal, 'pending');
      guarded(what, () => db.exec('COMMIT'));
      // The restore counts once committed. If the seal cannot be completed now, the next opening does it.
      if (isSealed) await host.saveSeal(study, seal, 'complete').catch(() => undefined);
      return restored;
    } finally {
      if (db.inTransaction) db.exec('ROLLBACK');
    }
  });
}

function merge(study: WritableStudy, backup: Db): RestoredStudy {
  const mappings = mergeTerms(study, backup);
  const history = mergeHistory(study, backup);
  const sameGenerations = history.outcome === 'added' || history.outcome === 'here';
  const { added, updated, leftOut } = mergeAnnotations(study, backup, sameGenerations);
  const marks = leftOut === 0 ? '' : ` Looked-at marks that name its generations were left out: ${leftOut}.`;
  return {
    study: study.study,
    history: history.outcome,
    added: { ...added, changes: history.changes, mappings },
    updated,
    why: history.why === null ? null : `${history.why}${marks}`,
  };
}
