import { z } from 'zod';
import { defaultTerms, type StudyTerms } from '../../../shared/terms/study-terms.ts';
import { termsSchema, type Terms } from '../../../shared/terms/terms-schema.ts';
import type { Db } from './database.ts';

/** The kind of annotation that stores versions of terms. They are in the study's encrypted file, outside of what is proven. */
export const termsKind = 'study-terms';

const versionSchema = z.strictObject({ version: z.int().min(1), by: z.string(), says: z.string(), terms: termsSchema });

/** One version: who made it, when (ISO in UTC), and a sentence on what changed. */
export interface TermsVersion {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly says: string;
}

/**
 * The current decisions on the study's tests and units. If a newer Carrel wrote the last version and this one cannot read it, the previous
 * version applies.
 */
export function storedTerms(db: Db): StudyTerms {
  const versions = versionsIn(db);
  const terms = versions.find((version) => version.terms !== null)?.terms ?? defaultTerms;
  return { ...terms, version: versions[0]?.version ?? defaultTerms.version };
}

/**
 * Returns a query that finds a row if the versions in `from` (the annotations of one study) are not numbered 1, 2, 3 … . Decisions go on from
 * the number of the last one: after any other, they could be hidden behind it, collide with it, or have a number that no backup may bring.
 */
export function misnumberedVersions(from: string): string {
  const number = 'CAST(name AS INTEGER)';
  return `SELECT 1 FROM (SELECT count(*) AS n, min(${number}) AS first, max(${number}) AS last, total(name <> CAST(${number} AS TEXT)) AS odd
    FROM ${from} WHERE kind = '${termsKind}') WHERE n > 0 AND (first <> 1 OR last <> n OR odd > 0)`;
}

/** All versions, newest first. */
export function termsHistory(db: Db): readonly TermsVersion[] {
  return versionsIn(db).map(({ version, at, by, says }) => ({ version, at, by, says }));
}

/** Adds a version. Must run inside a transaction. */
export function storeTerms(db: Db, { version, ...terms }: StudyTerms, { at, by, says }: Omit<TermsVersion, 'version'>): void {
  db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (?, ?, ?, ?)').run(
    termsKind,
    String(version),
    JSON.stringify({ version, by, says, terms } satisfies z.input<typeof versionSchema>),
    at,
  );
}

interface StoredVersion extends TermsVersion {
  /** Null if a newer Carrel wrote it and this one cannot read it. */
  readonly terms: Terms | null;
}

const unread = {
  by: 'a newer Carrel',
  says: 'This version of Carrel cannot read these decisions; the previous version of the decisions applies here.',
  terms: null,
};

function versionsIn(db: Db): readonly StoredVersion[] {
  return db
    .prepare<[string], { readonly name: string; readonly value: string; readonly at: string }>(
      'SELECT name, value, at FROM annotation WHERE kind = ? ORDER BY CAST(name AS INTEGER) DESC',
    )
    .all(termsKind)
    .map(({ name, value, at }) => {
      const read = versionSchema.safeParse(JSON.parse(value));
      // The name is the key: a text from elsewhere may state another number.
      return { ...(read.success ? read.data : unread), version: Number(name), at };
    });
}
