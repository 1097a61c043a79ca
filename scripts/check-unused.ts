import { globSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeTsConfig } from 'ts-unused-exports';
import { repositoryFolder } from './runtime/repository.ts';

const SOURCES = ['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'test/**/*.{ts,tsx}', 'vitest.config.ts', 'playwright.config.ts'];

/** Lists exports that no file imports. Exported types are ignored, because they describe exported functions. */
function checkUnused(): void {
  const files = globSync(SOURCES, { cwd: repositoryFolder }).map((file) => join(repositoryFolder, file));
  const config = join(repositoryFolder, 'tsconfig.base.json');
  const { unusedExports } = analyzeTsConfig(config, [
    ...files,
    '--allowUnusedTypes',
    // Vitest and Playwright load their configurations and the files named there. The declaration is copied into a checkout, whose list of
    // datasets imports it.
    '--excludePathsFromReport=vitest.config.ts;playwright.config.ts;test/built-command-line.ts;test/scrypt-cache.ts;test/contract/sixth-dataset/procedures.ts',
  ]);
  const complaints = Object.entries(unusedExports).flatMap(([file, names]) =>
    names.map(({ exportName, location }) => `${file}:${location.line}: nobody imports ${exportName}`),
  );
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  process.exitCode = complaints.length > 0 || files.length === 0 ? 1 : 0;
}

checkUnused();
