import { datasets } from '../../shared/datasets/datasets.ts';
import { hasOurForm, openDatabase, openInMemory, type Db } from '../store/database/database.ts';
import { quoted } from '../store/database/layout.ts';
import { ISO_TIME } from '../store/flip/ledger-form.ts';
import { migrateStudy, studyVersionState } from '../store/database/migrations.ts';
import { createProjections } from '../store/database/projection.ts';
import { misnumberedVersions, termsKind } from '../store/database/stored-terms.ts';
import { sitePackKind } from './pack-kind.ts';

/** An entry of a file's schema. `sql` is null for the index that SQLite makes for a key. */
interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/**
 * Throws CORRUPT if an unpacked file has another page size or encoding than ours, triggers, virtual tables, views that are not Carrel's, or
 * decisions on tests and units that are not JSON numbered from 1; VERSION if it is newer. Call before anything in it is read: a query on a
 * view in place of a table might never end.
 */
export function assertPlain(path: string, key: Buffer, study: string): void {
  const db = openDatabase(path, key, 'read');
  try {
    studyVersionState(db, study);
    const views = new Set(asMade(study).flatMap(({ type, name }) => (type === 'view' ? [name] : [])));
    const isForeign = ({ type, name }: SchemaEntry): boolean => type === 'trigger' || (type === 'view' && !views.has(name));
    const isVirtual = db.prepare("SELECT 1 FROM pragma_table_list WHERE type = 'virtual' AND schema = 'main'").get() !== undefined;
    if (!hasOurForm(db) || isVirtual || schemaOf(db).some(isForeign) || !hasTerms(db)) throw sitePackKind.damaged();
  } finally {
    db.close();
  }
}

/** More rows than any table ever had. SQLite numbers them from 1, each after the one before. */
const MOST_ROWS = 2 ** 40;

/**
 * Ensures that tables and indexes are defined as in a file that Carrel makes and their rows numbered as there, and recreates the views. A
 * constraint of another definition could silently drop what a later sync writes. Call in a transaction, after migrations. Throws CORRUPT.
 */
export function settleTables(db: Db, study: string): void {
  const made = asMade(study);
  if (definitionsIn(schemaOf(db)) !== definitionsIn(made) || !areNumbered(db)) throw sitePackKind.damaged();
  for (const { type, name, sql } of made) if (type === 'view' && sql !== null) db.exec(`DROP VIEW IF EXISTS "${name}"; ${sql}`);
}

/**
 * Whether every row can be found by its number, and others can be numbered after it. JavaScript would read a number beyond 2^53 as another
 * one, so a sync could not change the row; those below 1 are not looked for; and after the largest of all, SQLite numbers at random.
 */
function areNumbered(db: Db): boolean {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT wr AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all();
  return tables.every(
    (table) => db.prepare(`SELECT 1 FROM ${quoted(table)} WHERE rowid < 1 OR rowid > ${String(MOST_ROWS)}`).get() === undefined,
  );
}

/** Whether later decisions can be counted on from those in the file, with which it is opened. */
function hasTerms(db: Db): boolean {
  const strange = `SELECT 1 FROM annotation WHERE kind = ? AND (at NOT GLOB '${ISO_TIME}' OR NOT json_valid(value))`;
  return db.prepare(strange).get(termsKind) === undefined && db.prepare(misnumberedVersions('annotation')).get() === undefined;
}

/** All but the views, as a text that is equal for equal definitions. */
function definitionsIn(schema: readonly SchemaEntry[]): string {
  const lasting = schema.filter(({ type }) => type !== 'view');
  return JSON.stringify(lasting.map(({ type, name, tbl_name, sql }) => [type, name, tbl_name, sql?.replaceAll(/\s+/g, ' ') ?? null]));
}

function schemaOf(db: Db): readonly SchemaEntry[] {
  return db.prepare<[], SchemaEntry>('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
}

/** The schema of a study's file as this version creates it. */
function asMade(study: string): readonly SchemaEntry[] {
  const db = openInMemory();
  try {
    migrateStudy(db, study);
    createProjections(db, Object.values(datasets));
    return schemaOf(db);
  } finally {
    db.close();
  }
}
