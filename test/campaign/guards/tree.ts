import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { findToolScript } from '../../../scripts/runtime/tool.ts';

/** What a run of a file of tests came to. */
export interface Outcome {
  /** Titles of its tests that failed; a file that could not be read has none. */
  readonly failed: readonly string[];
  readonly passed: number;
}

/** A copy of the sources that may be spoilt. */
export interface Tree {
  /** Changes a file; gives back what puts it as it was. */
  edit(file: string, change: (text: string) => string): () => void;
  /** Runs a file of tests (its path in the repository). */
  run(test: string): Promise<Outcome>;
  remove(): void;
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly title: string; readonly status: string }[] }[];
}

/** What the tests need of the repository; packages are shared with it. */
const parts = ['src', 'test', 'scripts', 'clients', 'docs', 'resources', 'package.json', 'package-lock.json', 'vitest.config.ts'] as const;
const settings = ['tsconfig.json', 'tsconfig.base.json'] as const;

export function copyTree(): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-guards-'));
  for (const part of [...parts, ...settings]) cpSync(join(repositoryFolder, part), join(folder, part), { recursive: true });
  symlinkSync(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    edit: (file, change) => {
      const path = join(folder, file);
      const before = readFileSync(path, 'utf8');
      writeFileSync(path, change(before));
      return () => {
        writeFileSync(path, before);
      };
    },
    run: (test) => runTests(folder, test),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runTests(folder: string, test: string): Promise<Outcome> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const project = test.split('/')[1] ?? 'unit';
  const args = ['run', '--project', project, test, '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [findToolScript('vitest', 'vitest'), ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, CARREL_TEST_RECORD: undefined },
  });
  await once(child, 'close');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    failed: results.filter(({ status }) => status === 'failed').map(({ title }) => title),
    passed: results.filter(({ status }) => status === 'passed').length,
  };
}
