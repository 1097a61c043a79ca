import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { lookedMark } from '../query/looked.ts';
import { isWhole, openInMemory, schemaOf, type Db } from '../store/database/database.ts';
import { readNumber } from '../store/database/read-number.ts';
import { areJson, isLedger, isNoTime } from '../store/flip/ledger-form.ts';
import { misnumberedVersions, termsKind } from '../store/database/stored-terms.ts';

/*
 * Anyone who knows the passphrase can seal anything under it, and restored data is permanent. So the contents are checked first: only the
 * expected tables, and for each restored study only what a backup consists of.
 */

/**
 * Whether the database has exactly the tables of a backup, which `schema` creates, and they are sound. A query on a view in place of a table
 * might never end, and one that uses a damaged index might not see what another one does.
 */
export function hasTables(db: Db, schema: string): boolean {
  const expected = openInMemory();
  try {
    expected.exec(schema);
    return JSON.stringify(tablesOf(db)) === JSON.stringify(tablesOf(expected)) && isWhole(db);
  } finally {
    expected.close();
  }
}

/** Throws CORRUPT if a study's contents in a backup are not what Carrel writes. */
export function assertStudyContents(db: Db, study: string): void {
  const from = (table: string): string => `(SELECT * FROM ${table} WHERE study = :study)`;
  const isSound =
    isLedger({
      db,
      from,
      parameters: [{ study }],
      numbered: [
        ['first_load', 'generation', 'changed_in'],
        ['change', 'generation'],
        ['record', 'added', 'changed'],
      ],
      withFields: ['change', 'record'],
    }) &&
    [`SELECT 1 FROM ${from('annotation')} WHERE ${isNoTime('at')}`, misnumberedVersions(from('annotation'))].every(
      (sql) => db.prepare(sql).get({ study }) === undefined,
    ) &&
    // Annotations of a newer Carrel may have unknown kinds and shapes.
    areJson(
      db
        .prepare<[{ readonly study: string }], string>(`SELECT value FROM ${from('annotation')}`)
        .pluck()
        .iterate({ study }),
      z.unknown(),
    ) &&
    areOfTheirKinds(db, study);
  if (!isSound)
    throw new AppError(
      'CORRUPT',
      'Its contents in the backup were not written by Carrel, so nothing of it was restored. Use another backup.',
    );
}

/**
 * Whether decisions on tests are objects, and looked-at marks name generations that the study has: one of a later generation would hide
 * every change until then. SQLite is not asked, because it reads the first of two fields of one name, and JavaScript the last.
 */
function areOfTheirKinds(db: Db, study: string): boolean {
  const generation = z
    .int()
    .min(0)
    .max(readNumber(db, 'SELECT ifnull(max(number), 0) FROM generation WHERE study = ?', study));
  const values = db.prepare<[string, string], string>('SELECT value FROM annotation WHERE study = ? AND kind = ?').pluck();
  return (
    areJson(values.iterate(study, termsKind), z.looseObject({})) &&
    areJson(values.iterate(study, lookedMark.kind), generation) &&
    areJson(values.iterate(study, 'looked-at'), z.looseObject({ generation: generation.optional() }))
  );
}

/** All schema objects as defined, and the columns of each table. */
function tablesOf(db: Db): unknown {
  return [
    schemaOf(db),
    db
      .prepare(
        `SELECT t.name, t.wr, t.strict, c.name, c.type, c."notnull", c.pk, c.hidden FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
        WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid`,
      )
      .raw()
      .all(),
  ];
}
