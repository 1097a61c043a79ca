import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import type { Durations } from './checkout.ts';

/** In imports: a test in a folder with the source's name counts as nearer, one outside test/unit that has not run yet as farther away. */
const [akinBy, slowBy] = [2, 2];
/** So many seconds of a test file count as one import. */
const secondsAnImport = 2;
/** A slow test counts as farther away by at most this. */
const slowestBy = 5;

/**
 * Finds the test files that reach a source by their imports: first the one with its name, then those with the name of a source that uses it,
 * then the nearest. Of two that are equally near the faster one comes first, as far as `durations` knows them by now.
 */
export function findNearestTests(durations: Durations = new Map()): (source: string) => readonly string[] {
  const files = globSync(['src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}'], { cwd: repositoryFolder });
  const importersOf = new Map<string, string[]>();
  for (const file of files)
    for (const address of addressesIn(readFileSync(join(repositoryFolder, file), 'utf8'))) {
      const imported = posix.join(dirname(file), address);
      importersOf.set(imported, [...(importersOf.get(imported) ?? []), file]);
    }
  return (source) => {
    const reached = new Map([[source, 0]]);
    for (const [file, imports] of reached)
      for (const importer of importersOf.get(file) ?? []) if (!reached.has(importer)) reached.set(importer, imports + 1);
    const namesakes = new Map<string, number>(
      [...reached]
        .filter(([, imports]) => imports <= 1)
        .map(([file, imports]) => [`${basename(file, '.ts')}.test.ts`, imports] as const)
        .toReversed(),
    );
    const order = ([file, imports]: readonly [string, number]): number => {
      const seconds = durations.get(file);
      const unknownBy = file.startsWith('test/unit/') ? 0 : slowBy;
      const slowness = seconds === undefined ? unknownBy : Math.min(seconds / secondsAnImport, slowestBy);
      const named = namesakes.get(basename(file));
      // Before all others, whatever they import; the faster one first.
      if (named !== undefined) return (named - 2) * slowestBy + slowness / 2;
      const isAkin = basename(dirname(file)) === basename(dirname(source));
      return imports + slowness - (isAkin ? akinBy : 0);
    };
    return [...reached]
      .filter(([file]) => /^test\/(?:unit|integration|contract)\/.*\.test\.tsx?$/.test(file))
      .toSorted((left, right) => order(left) - order(right))
      .map(([file]) => file);
  };
}

/** What a source imports, and the worker threads that it starts: `new URL(\`./scrypt-thread${extname(…)}\`, …)`. */
function addressesIn(text: string): readonly string[] {
  const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, address = '']) => address);
  const threads = [...text.matchAll(/new URL\(`(\.[^`$]+)\$\{extname\(/g)].map(([, address = '']) => `${address}.ts`);
  return [...imports, ...threads];
}
