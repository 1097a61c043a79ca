import { annotationSchema } from '../../shared/annotations.ts';
import { noCounts, type BackupKind } from '../../shared/backup.ts';
import { lookedMark } from '../query/looked.ts';
import { annotationWriter, type AnnotationRow } from '../store/database/annotation-rows.ts';
import type { Db } from '../store/database/database.ts';
import { termsKind } from '../store/database/stored-terms.ts';
import type { WritableStudy } from '../store/database/study.ts';

/** How each kind of annotation is counted. Unknown kinds of a newer Carrel count as views. */
const countedAs: ReadonlyMap<string, BackupKind> = new Map([
  ['note', 'notes'],
  ['looked-at', 'marks'],
  [lookedMark.kind, 'marks'],
  ['check-owner', 'marks'],
  ['check-rule', 'checks'],
  ['subject-filter', 'filters'],
  ['grid-view', 'views'],
  ['subject-view', 'views'],
  ['visit-order', 'visits'],
  ['data-cut-off', 'visits'],
  ['reference-dates', 'visits'],
]);

/** Marks that refer to a generation, which are valid only if generations match those of the backup. */
const ofGenerations: readonly string[] = [lookedMark.kind, 'looked-at'];

export interface MergedAnnotations {
  readonly added: Readonly<Record<BackupKind, number>>;
  /** Existed here in an older version. */
  readonly updated: number;
  /** Marks that refer to generations which do not exist here. */
  readonly leftOut: number;
}

/** Whether this Carrel can read an annotation: a readable one is not overwritten by an unreadable one. */
function isRead(kind: string, value: string): boolean {
  return annotationSchema.safeParse({ kind, value: JSON.parse(value) as unknown }).success;
}

/**
 * Adds annotations of a backup that are missing here; of those in both, the newer stays. One dated in the future replaces none and gets
 * the time of the restore; otherwise nothing written here later would be newer. `sameGenerations`: whether the backup's generations match
 * the local ones. Call inside a transaction.
 */
export function mergeAnnotations(study: WritableStudy, backup: Db, sameGenerations: boolean): MergedAnnotations {
  const there = backup
    .prepare<[string, string], AnnotationRow>(
      'SELECT kind, name, value, at FROM annotation WHERE study = ? AND kind <> ? ORDER BY kind, name',
    )
    .all(study.study, termsKind);
  const here = study.db.prepare<[string, string]>('SELECT 1 FROM annotation WHERE kind = ? AND name = ?');
  const now = new Date().toISOString();
  const known = there.flatMap((row) => {
    if (row.at <= now) return [row];
    return here.get(row.kind, row.name) === undefined ? [{ ...row, at: now }] : [];
  });
  return mergeRows(study, known, sameGenerations);
}

/** The same for annotations that were read before. */
export function mergeRows({ db }: WritableStudy, there: readonly AnnotationRow[], sameGenerations: boolean): MergedAnnotations {
  const here = db.prepare<[string, string], Pick<AnnotationRow, 'value' | 'at'>>(
    'SELECT value, at FROM annotation WHERE kind = ? AND name = ?',
  );
  const write = annotationWriter(db);
  const added = noCounts();
  let [updated, leftOut] = [0, 0];
  for (const one of there) {
    const known = here.get(one.kind, one.name);
    if (
      known !== undefined &&
      (known.at >= one.at || known.value === one.value || (isRead(one.kind, known.value) && !isRead(one.kind, one.value)))
    )
      continue;
    if (!sameGenerations && ofGenerations.includes(one.kind)) {
      leftOut += 1;
      continue;
    }
    write(one);
    if (known === undefined) added[countedAs.get(one.kind) ?? 'views'] += 1;
    else updated += 1;
  }
  return { added, updated, leftOut };
}
