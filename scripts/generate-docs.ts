import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { columnsPage } from './docs/columns-page.ts';
import { securityPage } from './docs/security-rows.ts';
import { thirdPartyData } from './docs/third-party.ts';
import { viewDefinitions } from './docs/view-definitions.ts';
import { repositoryFolder } from './runtime/repository.ts';

/** The generated files and their sources. */
const generated = [
  { file: 'docs/columns.md', from: 'the declarations', make: columnsPage },
  { file: 'src/renderer/places/settings/third-party.json', from: 'the lockfile and what is imported', make: thirdPartyData },
  { file: 'docs/security.md', from: 'the rules and guards of test/campaign/guards', make: securityPage },
  ...viewDefinitions,
] as const;

/** Writes each outdated file; with `--check` only lists them and returns exit code 1 if there are any. */
function main(check: boolean): number {
  const stale = generated.map(({ file, from, make }) => ({ path: join(repositoryFolder, file), file, from, text: make() }));
  const different = stale.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  for (const { path, file, from, text } of different) {
    if (check) process.stderr.write(`${file} is not what comes of ${from}. Run: npm run docs\n`);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      process.stdout.write(`${file} is written.\n`);
    }
  }
  return check && different.length > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.includes('--check'));
