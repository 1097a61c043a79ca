import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';

const infix = '-columns-';

/** Where the reader keeps a dataset's columns: beside the study's file of this path. */
export function columnsPath(path: string, dataset: DatasetName): string {
  return path + infix + dataset;
}

/** Deletes what was kept of a study's columns. What the system does not let go stays: it is of no use to anybody, and replaced in time. */
export function removeColumns(path: string, of: readonly DatasetName[] = datasetNames): void {
  for (const dataset of of) removeQuietly(columnsPath(path, dataset));
}

/** Deletes the columns, finished or not, of all studies whose file is none of these. */
export function sweepColumns(folder: string, names: readonly string[], files: ReadonlySet<string>): void {
  for (const name of names) {
    const at = name.indexOf(infix);
    if (at !== -1 && !files.has(name.slice(0, at))) removeQuietly(join(folder, name));
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}
