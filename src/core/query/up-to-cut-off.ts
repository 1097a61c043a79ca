import { millisecondsOfDay } from '../../shared/day.ts';
import { datasets, type Dataset, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { Db } from '../store/database/database.ts';
import { everyRow, quoted, rowTable } from '../store/database/layout.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { storedCutOff } from '../store/database/stored-cut-off.ts';
import { guarded } from '../store/database/store-error.ts';
import { rowColumns } from '../store/database/projection.ts';
import { findColumn, sqlTime } from './columns.ts';
import type { StudyReader } from './study-directory.ts';
import { readNumber } from '../store/database/read-number.ts';

/**
 * Limits a connection to the records up to a data cut-off (a day, ISO 8601; null: all records): temporary views shadow the tables of
 * records. Nothing is written to the study's file. Records dated after that day are left out; a partial date counts as the first day that
 * it may mean, and a record without a date stays. Views created inside a transaction disappear when it is rolled back.
 */
export function upToCutOff(study: StudyReader, cutOff: string | null): StudyReader {
  const { cutOff: _, ...all } = study;
  guarded(`The cache of study ${study.study}`, () => {
    withOwnTables(study.db, () => {
      for (const dataset of datedDatasets) {
        const table = quoted(rowTable(dataset.name));
        study.db.exec(`DROP VIEW IF EXISTS temp.${table}`);
        if (cutOff === null) continue;
        const columns = rowColumns(dataset).map((name) => `r.${quoted(name)}`);
        study.db.exec(
          `CREATE TEMP VIEW ${table} AS SELECT r.rowid AS rowid, ${columns.join(', ')} FROM main.${table} r WHERE ${isShown(dataset, cutOff)}`,
        );
      }
    });
  });
  return cutOff === null ? all : { ...all, cutOff };
}

/** The same with the requested cut-off (null: none), or the study's if none is requested. */
export function upToAsked(study: StudyReader, asked: string | null | undefined): StudyReader {
  return upToCutOff(study, asked === undefined ? storedCutOff(study.db) : asked);
}

/** Lets a read-only connection create temporary tables and views, which also count as writing. */
export function withOwnTables(db: Db, make: () => void): void {
  db.pragma('query_only = OFF');
  try {
    make();
  } finally {
    db.pragma('query_only = ON');
  }
}

/** The condition that a record `r` of a dataset is shown under a cut-off. */
export function isShown(dataset: Dataset, cutOff: string | null): string {
  if (cutOff === null || dataset.date === null) return '1';
  const time = `r.${sqlTime(findColumn(dataset, dataset.date))}`;
  return `(${time} IS NULL OR ${time} < ${String(endOf(cutOff))})`;
}

/** Records left out by a cut-off. */
export interface LeftOut {
  readonly dataset: DatasetName;
  readonly records: number;
}

/** Counts the records that a cut-off leaves out, by dataset; datasets without such records are omitted. Call inside a snapshot. */
export function leftOutBy({ db }: StudyReader, cutOff: string): readonly LeftOut[] {
  const asked = JSON.stringify([cutOff, db.pragma('schema_version', { simple: true }), currentGeneration({ db })]);
  const known = counted.get(db);
  if (known?.asked === asked) return known.leftOut;
  const leftOut = datedDatasets.flatMap((dataset) => {
    const after = `${sqlTime(findColumn(dataset, dataset.date ?? ''))} >= ${String(endOf(cutOff))}`;
    const records = readNumber(db, `SELECT count(*) FROM ${everyRow(dataset.name)} WHERE ${after}`);
    return records === 0 ? [] : [{ dataset: dataset.name, records }];
  });
  counted.set(db, { asked, leftOut });
  return leftOut;
}

/** The last count of each connection, because cards are requested often. */
const counted = new WeakMap<Db, { readonly asked: string; readonly leftOut: readonly LeftOut[] }>();

/** The first moment after a day, in milliseconds of local time. */
function endOf(day: string): number {
  return Date.parse(day) + millisecondsOfDay;
}

const datedDatasets: readonly Dataset[] = Object.values(datasets).filter(({ date }) => date !== null);
