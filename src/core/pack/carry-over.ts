import { mergeRows } from '../backup/merge-annotations.ts';
import { mergeVersions } from '../backup/merge-terms.ts';
import type { AnnotationRow } from '../store/database/annotation-rows.ts';
import { openDatabase } from '../store/database/database.ts';
import { guarded } from '../store/database/store-error.ts';
import { termsKind } from '../store/database/stored-terms.ts';
import type { StudyFileAccess } from '../store/database/study.ts';
import { openStudyForWriting } from '../store/study-file/study-file.ts';

/** What people added to a copy, and the generations to which some of it refers. */
interface Work {
  readonly annotations: readonly AnnotationRow[];
  readonly generations: readonly string[];
}

/** Counts of what was carried over, and of marks that refer to generations which the new copy does not have. */
export interface CarriedOver {
  readonly carried: number;
  readonly leftOut: number;
}

/**
 * Adds what people added to the earlier copy of a study (notes, marks, filters, views, decisions) to the copy that replaces it, because it
 * exists only there. Throws CORRUPT if the earlier copy cannot be read, STORE.
 */
export function carryOver(earlier: StudyFileAccess, { path, key }: StudyFileAccess, study: string): CarriedOver {
  const before = guarded(`The cache of study ${study}`, () => workIn(earlier));
  const opened = openStudyForWriting(path, key, study, null);
  try {
    return guarded(`The copy of study ${study}`, () =>
      opened.db
        .transaction(() => {
          const here = generationsIn(opened.db);
          const isSame = before.generations.every((generation, at) => here[at] === generation);
          const isTerms = ({ kind }: AnnotationRow): boolean => kind === termsKind;
          const versions = before.annotations.filter(isTerms).toSorted((one, other) => Number(one.name) - Number(other.name));
          const decisions = mergeVersions(
            opened,
            versions.map(({ name, value, at }) => ({ name, value, at })),
          );
          const rows = before.annotations.filter((row) => !isTerms(row));
          const { added, updated, leftOut } = mergeRows(opened, rows, isSame);
          return { carried: Object.values(added).reduce((sum, count) => sum + count, decisions + updated), leftOut };
        })
        .immediate(),
    );
  } finally {
    opened.close();
  }
}

/** Read without migrating the file, which stays as it is if the pack is not taken in after all. */
function workIn({ path, key }: StudyFileAccess): Work {
  const db = openDatabase(path, key, 'read');
  try {
    const annotations = db.prepare<[], AnnotationRow>('SELECT kind, name, value, at FROM annotation ORDER BY kind, name').all();
    return { annotations, generations: generationsIn(db) };
  } finally {
    db.close();
  }
}

function generationsIn(db: ReturnType<typeof openDatabase>): readonly string[] {
  return db.prepare<[], string>("SELECT number || ' ' || at FROM generation ORDER BY number").pluck().all();
}
