import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { Generation } from './history-plan.ts';

/** A generation of here with the number that it has after those of a backup. */
export interface Renumbered extends Generation {
  readonly old: number;
}

/** Which numbers the generations of here have after those of a backup. */
export interface Numbers {
  /** Those that stay, in order. */
  readonly kept: readonly Renumbered[];
  /** The new number of an old one; of one that is left out: of the generation before it. */
  of(old: number): number;
  isKept(old: number): boolean;
  /** Every old number that is another now. */
  readonly moved: readonly { readonly old: number; readonly now: number }[];
}

/** With which generation a dataset was mirrored anew, and whether anything in it was other than in the backup. */
export interface MirroredAnew {
  readonly dataset: DatasetName;
  readonly base: number;
  readonly differs: boolean;
}

/** Counts the generations of here on from the last of a backup; a fresh mirror that found everything as it was in the backup is none. */
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
