import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnsPage } from './docs/columns-page.ts';
import { repositoryFolder } from './runtime/repository.ts';

/** Writes docs/columns.md; with `--check` only compares it and exits 1 when it is stale. */
function main(check: boolean): number {
  const folder = join(repositoryFolder, 'docs');
  const file = join(folder, 'columns.md');
  const page = columnsPage();
  if (existsSync(file) && readFileSync(file, 'utf8') === page) return 0;
  if (check) {
    process.stderr.write('docs/columns.md is not what the declarations say. Run: npm run docs\n');
    return 1;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, page);
  process.stdout.write('docs/columns.md is written.\n');
  return 0;
}

process.exitCode = main(process.argv.includes('--check'));
