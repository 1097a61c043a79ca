import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';

/** Finds the test files that reach a source by their imports, nearest first. */
export function findNearestTests(): (source: string) => readonly string[] {
  const files = globSync(['src/{core,shared,cli,engine}/**/*.ts', 'test/**/*.ts'], { cwd: repositoryFolder });
  const importersOf = new Map<string, string[]>();
  for (const file of files)
    for (const address of addressesIn(readFileSync(join(repositoryFolder, file), 'utf8'))) {
      const imported = posix.join(dirname(file), address);
      importersOf.set(imported, [...(importersOf.get(imported) ?? []), file]);
    }
  return (source) => {
    const reached = new Set([source]);
    const tests: string[] = [];
    for (const file of reached) {
      if (/^test\/(?:unit|integration|contract)\/.*\.test\.ts$/.test(file)) tests.push(file);
      for (const importer of importersOf.get(file) ?? []) reached.add(importer);
    }
    return tests;
  };
}

/** What a source imports, and the worker threads that it starts: `new URL(\`./scrypt-thread${extname(…)}\`, …)`. */
function addressesIn(text: string): readonly string[] {
  const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, address = '']) => address);
  const threads = [...text.matchAll(/new URL\(`(\.[^`$]+)\$\{extname\(/g)].map(([, address = '']) => `${address}.ts`);
  return [...imports, ...threads];
}
