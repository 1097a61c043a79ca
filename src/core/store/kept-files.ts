import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';

/** Answers about all records of a study that take long to work out. */
const answerNames = ['tally', 'checks', 'overview', 'coverage', 'grades'] as const;
export type KeptAnswer = (typeof answerNames)[number];

const infixes = { columns: '-columns-', answer: '-answer-' } as const;

/** Where the columns of a dataset are kept: beside the study's file of this path. */
export function columnsPath(path: string, dataset: DatasetName): string {
  return path + infixes.columns + dataset;
}

/** Where an answer is kept: beside the study's file of this path. */
export function answerPath(path: string, answer: KeptAnswer): string {
  return path + infixes.answer + answer;
}

/** All that may be kept beside the study's file of this path. */
export function keptPaths(path: string): readonly string[] {
  return [...datasetNames.map((name) => columnsPath(path, name)), ...answerNames.map((name) => answerPath(path, name))];
}

/** Deletes what was kept. What the system does not let go stays: it is of no use to anybody, and replaced in time. */
export function removeKept(paths: readonly string[]): void {
  for (const path of paths) removeQuietly(path);
}

/** Deletes what was kept, finished or not, of all studies whose file is none of these. */
export function sweepKept(folder: string, names: readonly string[], files: ReadonlySet<string>): void {
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
