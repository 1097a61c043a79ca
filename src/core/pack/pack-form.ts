import { isDeepStrictEqual } from 'node:util';
import { datasetNames } from '../../shared/datasets/datasets.ts';
import { hasOurForm, isWhole, openInMemory, schemaOf, type Db, type SchemaEntry } from '../store/database/database.ts';
import { rowTable, sharedTable, stagedTable } from '../store/database/layout.ts';
import { makeTablesOf, studyVersionState, versionOf } from '../store/database/migrations.ts';
import { sitePackKind } from './pack-kind.ts';

/**
 * Throws CORRUPT if an unpacked file could not have been written by Carrel: its page size or encoding, a table, index, view or trigger that
 * there is not in this version of the file, or damage; VERSION if it is newer. Call before any of its tables is read: a query on a view in
 * place of a table, or on pages that refer to each other, might never end. Opening the file reads its schema, for which SQLite has no limit.
 */
export function assertPlain(db: Db, study: string): void {
  studyVersionState(db, study);
  if (!hasOurForm(db) || !isOurs(schemaOf(db), versionOf(db)) || !isWhole(db)) throw sitePackKind.damaged();
}

/** Whether the fixed tables are defined as the version makes them, and the rest are tables of datasets. */
function isOurs(schema: readonly SchemaEntry[], version: number): boolean {
  const fixed = schema.filter((entry) => !isOfDataset(entry));
  return version > 0 && isDeepStrictEqual(fixed, fixedSchema(version)) && schema.filter(isOfDataset).every(isPlain);
}

const viewsOfDatasets: ReadonlySet<string> = new Set(datasetNames);
const tablesOfDatasets: ReadonlySet<string> = new Set(
  datasetNames.flatMap((name) => [rowTable(name), sharedTable(name), stagedTable(name)]),
);

function isOfDataset({ table }: SchemaEntry): boolean {
  return viewsOfDatasets.has(table) || tablesOfDatasets.has(table);
}

/**
 * The views of whole records are not read. Which columns the tables have depends on the version that declared them; none has a column or an
 * index that is computed.
 */
function isPlain({ type, table, sql }: SchemaEntry): boolean {
  if (viewsOfDatasets.has(table)) return type === 'view';
  const text = sql?.replaceAll('"', '') ?? '';
  if (type === 'table') return /^CREATE TABLE \w+ \(\w+ [A-Z ]+(?:, \w+ [A-Z ]+)*\) STRICT$/.test(text);
  return type === 'index' && /^CREATE (?:UNIQUE )?INDEX \w+ ON \w+ \(\w+(?:, \w+)*\)$/.test(text);
}

function fixedSchema(version: number): readonly SchemaEntry[] {
  const db = openInMemory();
  try {
    makeTablesOf(db, version);
    return schemaOf(db);
  } finally {
    db.close();
  }
}
