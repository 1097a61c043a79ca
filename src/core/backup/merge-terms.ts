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
  const { versions, brought } = versionsToAdd(here, there);
  if (brought === 0) return 0;
  const insert = db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (:kind, :name, :value, :at)');
  for (const version of versions) insert.run({ kind: termsKind, ...version });
  const terms = storedTerms(db);
  rebuildProjections({ ...study, terms, extractor: extractorsOf(study.datasets, terms) });
  return brought;
}

interface Added {
  readonly versions: readonly Version[];
  /** How many of them are new here: the newest of here may follow once more. */
  readonly brought: number;
}

/** Returns the versions that are missing here, numbered on, and after them the newest of here again if it is to apply. */
function versionsToAdd(here: readonly Version[], there: readonly Version[]): Added {
  if (isDeepStrictEqual(here, there.slice(0, here.length))) {
    const versions = there.slice(here.length);
    return { versions, brought: versions.length };
  }
  const byContent = new Map<string, Version>();
  for (const version of there) {
    const content = contentOf(version);
    // One that followed once more there counts from then on.
    byContent.delete(content);
    byContent.set(content, version);
  }
  for (const version of here) byContent.delete(contentOf(version));
  const missing = [...byContent.values()];
  const [own, other] = [here.at(-1), missing.at(-1)];
  if (own === undefined || other === undefined) return { versions: [], brought: 0 };
  const now = new Date().toISOString();
  // One dated in the future counts as the oldest: otherwise it would outlast every decision that is made here or brought later.
  const madeAt = ({ at }: Version): string => (at > now ? '' : at);
  const following = madeAt(other) <= madeAt(own) ? [...missing, own] : missing;
  const versions = following.map(({ at, value }, index) => {
    const number = Number(own.name) + 1 + index;
    return { name: String(number), at, value: JSON.stringify({ ...(JSON.parse(value) as object), version: number }) };
  });
  return { versions, brought: missing.length };
}

/** What makes two versions the same, whatever their numbers. */
function contentOf({ at, value }: Version): string {
  return JSON.stringify([at, { ...(JSON.parse(value) as object), version: 0 }]);
}
