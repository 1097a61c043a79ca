import { isDeepStrictEqual } from 'node:util';
import { extractorsOf } from '../store/pages/extractors.ts';
import type { Db } from '../store/database/database.ts';
import { rebuildProjections } from '../store/study-file/rebuild.ts';
import { storedTerms, termsKind } from '../store/database/stored-terms.ts';
import type { WritableStudy } from '../store/database/study.ts';

/** A version of the decisions on tests and units, stored as an annotation; its name is its number. */
export interface Version {
  readonly name: string;
  readonly value: string;
  readonly at: string;
}

/**
 * Adds decisions on tests and units that the backup has and the study lacks. If both continued separately, the newest of both apply, and
 * the history has all. Rereads the rows with them. Returns the number of versions added. Call inside a transaction.
 */
export function mergeTerms(study: WritableStudy, backup: Db): number {
  const there = backup
    .prepare<[string, string], Version>(
      'SELECT name, value, at FROM annotation WHERE study = ? AND kind = ? ORDER BY CAST(name AS INTEGER)',
    )
    .all(study.study, termsKind);
  return mergeVersions(study, there);
}

/** The same for versions that were read before, in their order. */
export function mergeVersions(study: WritableStudy, there: readonly Version[]): number {
  const { db } = study;
  const here = db
    .prepare<[string], Version>('SELECT name, value, at FROM annotation WHERE kind = ? ORDER BY CAST(name AS INTEGER)')
    .all(termsKind);
  const missing = missingVersions(here, there);
  if (missing.length === 0) return 0;
  const insert = db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (:kind, :name, :value, :at)');
  for (const version of missing) insert.run({ kind: termsKind, ...version });
  const terms = storedTerms(db);
  rebuildProjections({ ...study, terms, extractor: extractorsOf(study.datasets, terms) });
  return missing.length;
}

/** Returns the versions that are missing here, numbered on; after them the newest of here again if it is to apply. */
function missingVersions(here: readonly Version[], there: readonly Version[]): readonly Version[] {
  if (isDeepStrictEqual(here, there.slice(0, here.length))) return there.slice(here.length);
  const known = new Set(here.map(contentOf));
  const missing = there.filter((version) => !known.has(contentOf(version)));
  const [own, other] = [here.at(-1), missing.at(-1)];
  if (own === undefined || other === undefined) return [];
  const now = new Date().toISOString();
  // One dated in the future counts as the oldest: otherwise it would outlast every decision that is made here or brought later.
  const madeAt = ({ at }: Version): string => (at > now ? '' : at);
  const following = madeAt(other) <= madeAt(own) ? [...missing, own] : missing;
  return following.map(({ at, value }, index) => {
    const number = Number(own.name) + 1 + index;
    return { name: String(number), at, value: JSON.stringify({ ...(JSON.parse(value) as object), version: number }) };
  });
}

/** What makes two versions the same, whatever their numbers. */
function contentOf({ at, value }: Version): string {
  return JSON.stringify([at, { ...(JSON.parse(value) as object), version: 0 }]);
}
