import { createHash } from 'node:crypto';
import { datasetNames, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { isByBaseline } from '../../../src/shared/datasets/declaration.ts';
import type { ReadableStudy } from '../../../src/core/store/database/study.ts';

/**
 * What a person sees of a study: for each dataset a digest of all rows in their declared columns, whatever the generation. Grades by
 * baseline are left out: they follow the anchor day, which other datasets decide.
 */
export type Snapshot = Readonly<Record<DatasetName, string>>;

/** Rows of a dataset by its key, each a record of its declared columns. */
export type VisibleRows = readonly Readonly<Record<string, unknown>>[];

export function rowsOf({ db, datasets }: ReadableStudy, name: DatasetName): VisibleRows {
  const dataset = datasets.find((one) => one.name === name);
  if (dataset === undefined) throw new Error(`${name} is no dataset.`);
  const columns = dataset.columns
    .filter((column) => !isByBaseline(column))
    .map((column) => `"${column.name}"`)
    .join(', ');
  return db.prepare(`SELECT ${columns} FROM ${name} ORDER BY ${dataset.key}`).all() as VisibleRows;
}

export function snapshotOf(study: ReadableStudy): Snapshot {
  const digests = datasetNames.map((name) => [
    name,
    createHash('sha256')
      .update(JSON.stringify(rowsOf(study, name)))
      .digest('hex'),
  ]);
  return Object.fromEntries(digests) as Snapshot;
}

/** The snapshot of a study that was never mirrored. */
export const nothing: Snapshot = Object.fromEntries(
  datasetNames.map((name) => [name, createHash('sha256').update('[]').digest('hex')]),
) as Snapshot;
