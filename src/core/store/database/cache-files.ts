import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';

/** Answers about all records of a study that take long to compute. */
const answerNames = ['tally', 'checks', 'overview', 'coverage', 'grades'] as const;
export type CachedAnswer = (typeof answerNames)[number];

const infixes = { columns: '-columns-', ahead: '-ahead-', answer: '-answer-' } as const;

/** Path of the cached columns of a dataset, next to the study's file. */
export function columnsPath(path: string, dataset: DatasetName): string {
  return path + infixes.columns + dataset;
}

/** Path of the columns of a dataset that were read before its first copy was shown, next to the study's file. */
export function aheadPath(path: string, dataset: DatasetName): string {
  return path + infixes.ahead + dataset;
}

/** Path of a cached answer, next to the study's file. */
export function answerPath(path: string, answer: CachedAnswer): string {
  return path + infixes.answer + answer;
}

/** All cache files that may exist next to the study's file. */
export function cachePaths(path: string): readonly string[] {
  return [...datasetNames.map((name) => columnsPath(path, name)), ...answerNames.map((name) => answerPath(path, name))];
}

/** All files of columns read ahead that may exist next to the study's file. */
export function aheadPaths(path: string): readonly string[] {
  return datasetNames.map((name) => aheadPath(path, name));
}

/** Deletes cache files. A file that cannot be deleted stays; it is of no use and is replaced later. */
export function removeCacheFiles(paths: readonly string[]): void {
  for (const path of paths) removeQuietly(path);
}

/** Deletes the cache files, finished or not, of all studies whose file is not in `files`. */
export function sweepCacheFiles(folder: string, names: readonly string[], files: ReadonlySet<string>): void {
  for (const name of names) {
    const at = Math.max(...Object.values(infixes).map((infix) => name.indexOf(infix)));
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
