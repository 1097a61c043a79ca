import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { Generation } from './history-plan.ts';

/** A local generation with its number after those of a backup. */
export interface Renumbered extends Generation {
  readonly old: number;
}

/** Maps local generations to their numbers after those of a backup. */
export interface Numbers {
  /** Generations that remain, in order. */
  readonly kept: readonly Renumbered[];
  /** Returns the new number of a generation; for one that is dropped, that of the generation before it. */
  of(old: number): number;
  isKept(old: number): boolean;
  /** Every old number that changed. */
  readonly moved: readonly { readonly old: number; readonly now: number }[];
}

/** The generation with which a dataset was freshly mirrored, and whether anything in it differed from the backup. */
export interface MirroredAnew {
  readonly dataset: DatasetName;
  readonly base: number;
  readonly differs: boolean;
}

/** Numbers local generations from the last of a backup. A fresh mirror that found everything as in the backup is not counted. */
export function renumber(here: readonly Generation[], after: number, anew: readonly MirroredAnew[]): Numbers {
  const kept: Renumbered[] = [];
  const now = new Map<number, number>();
  for (const generation of here) {
    const { number: old } = generation;
    const datasets = changedIn(generation, anew);
    if (datasets.length > 0) kept.push({ old, number: after + kept.length + 1, at: generation.at, datasets: JSON.stringify(datasets) });
    now.set(old, after + kept.length);
  }
  const staying = new Set(kept.map(({ old }) => old));
  return {
    kept,
    of: (old) => now.get(old) ?? old,
    isKept: (old) => staying.has(old),
    moved: [...now].flatMap(([old, number]) => (old === number ? [] : [{ old, now: number }])),
  };
}

function changedIn({ number, datasets }: Generation, anew: readonly MirroredAnew[]): readonly string[] {
  const known = JSON.parse(datasets) as readonly string[];
  const based = anew.filter(({ base }) => base === number);
  return datasetNames.filter((name) => based.find(({ dataset }) => dataset === name)?.differs ?? known.includes(name));
}
