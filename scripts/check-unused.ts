import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeTsConfig } from 'ts-unused-exports';
import { unusedDependencies } from './package/unused-dependencies.ts';
import { repositoryFolder } from './runtime/repository.ts';

const SOURCES = ['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'test/**/*.{ts,tsx}', 'vitest.config.ts', 'playwright.config.ts'];
/** Other files that name packages: styles, and the build's configuration. */
const OTHERS = ['src/**/*.css', 'electron.vite.config.ts'];

/** Lists exports that no file imports, and packages that no file names; exit code 1 if there is one. */
function checkUnused(): void {
  const complaints = [...findUnusedExports(), ...findUnusedPackages()];
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}

/** Exported types are ignored, because they describe exported functions. */
function findUnusedExports(): readonly string[] {
  const files = globSync(SOURCES, { cwd: repositoryFolder }).map((file) => join(repositoryFolder, file));
  const config = join(repositoryFolder, 'tsconfig.base.json');
  const { unusedExports } = analyzeTsConfig(config, [
    ...files,
    '--allowUnusedTypes',
    // Vitest and Playwright load their configurations and the files named there. The declaration is copied into a checkout, whose list of
    // datasets imports it.
    '--excludePathsFromReport=vitest.config.ts;playwright.config.ts;test/built-command-line.ts;test/scrypt-cache.ts;test/contract/sixth-dataset/procedures.ts',
  ]);
  if (files.length === 0) throw new Error('No source was found.');
  return Object.entries(unusedExports).flatMap(([file, names]) =>
    names.map(({ exportName, location }) => `${file}:${location.line}: nobody imports ${exportName}`),
  );
}

function findUnusedPackages(): readonly string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
    devDependencies: Readonly<Record<string, string>>;
  };
  const texts = globSync([...SOURCES, ...OTHERS], { cwd: repositoryFolder }).map((file) =>
    readFileSync(join(repositoryFolder, file), 'utf8'),
  );
  return unusedDependencies([...Object.keys(dependencies), ...Object.keys(devDependencies)], texts).map(
    (name) => `package.json: no file names ${name}`,
  );
}

checkUnused();
