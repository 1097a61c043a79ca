import { z } from 'zod';
import { defaultTerms, type StudyTerms } from '../../shared/terms/study-terms.ts';
import { termsSchema } from '../../shared/terms/terms-schema.ts';
import type { Db } from '../store/database.ts';

/** The kind under which versions stand among the annotations: outside of what is proven, and in the study's encrypted file. */
export const termsKind = 'study-terms';

const versionSchema = z.strictObject({ version: z.int().min(1), by: z.string(), says: z.string(), terms: termsSchema });

/** One version: who made it, when (ISO in UTC) and what it changed, in words. */
export interface TermsVersion {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly says: string;
}

/** What is decided of the study's tests and units now. A version that a newer Carrel wrote and this one cannot read does not count. */
export function storedTerms(db: Db): StudyTerms {
  const [newest] = versionsIn(db);
  return newest === undefined ? defaultTerms : { ...newest.terms, version: newest.version };
}

/** Every version, the newest first. */
export function termsHistory(db: Db): readonly TermsVersion[] {
  return versionsIn(db).map(({ version, at, by, says }) => ({ version, at, by, says }));
}

/** Adds a version. Belongs inside a transaction. */
export function storeTerms(db: Db, { version, ...terms }: StudyTerms, { at, by, says }: Omit<TermsVersion, 'version'>): void {
  db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (?, ?, ?, ?)').run(
    termsKind,
    String(version),
    JSON.stringify({ version, by, says, terms } satisfies z.input<typeof versionSchema>),
    at,
  );
}

function versionsIn(db: Db) {
  return db
    .prepare<[string], { readonly value: string; readonly at: string }>(
      'SELECT value, at FROM annotation WHERE kind = ? ORDER BY CAST(name AS INTEGER) DESC',
    )
    .all(termsKind)
    .flatMap(({ value, at }) => {
      const read = versionSchema.safeParse(JSON.parse(value));
      return read.success ? [{ ...read.data, at }] : [];
    });
}
