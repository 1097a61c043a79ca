import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { mutationsOf, type Mutation } from './mutations.ts';

/** A place to be changed. */
export interface Chosen extends Mutation {
  /** What the place is known by from one run to the next: its file, the text of its line and the change. */
  readonly name: string;
}

/**
 * Places determined by the seed, no two in one file while there are other files. Each file and each place has a rank of its own, so that a
 * change of the sources moves few of the others: a test written for a place is seen to notice it in the next run.
 */
export function choosePlaces(n: number, seed: number): readonly Chosen[] {
  const files = ranked(globSync('src/{core,shared}/**/*.ts', { cwd: repositoryFolder }), seed, (file) => file);
  const places = files.map((file) => placesOf(file, readFileSync(join(repositoryFolder, file), 'utf8'), seed));
  const chosen: Chosen[] = [];
  for (let round = 0; chosen.length < n && places.some((list) => list.length > round); round++)
    chosen.push(...places.flatMap((list) => list[round] ?? []));
  return chosen.slice(0, n);
}

/** The places of a source in the order of their ranks. */
export function placesOf(file: string, source: string, seed: number): readonly Chosen[] {
  const lines = source.split('\n');
  const seen = new Map<string, number>();
  const named = mutationsOf(file, source).map((mutation): Chosen => {
    const place = `${file}: ${(lines[mutation.line - 1] ?? '').trim()}: ${mutation.says}`;
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    return { ...mutation, name: before === 0 ? place : `${place} (${String(before + 1)})` };
  });
  return ranked(named, seed, ({ name }) => name);
}

function ranked<T>(items: readonly T[], seed: number, nameOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({
      item,
      rank: createHash('sha256')
        .update(`${String(seed)} ${nameOf(item)}`)
        .digest('hex'),
    }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
}
