import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { findToolScript } from '../../../scripts/runtime/tool.ts';
import { builtProgramVariable } from '../../compiled-code.ts';

/** A copy of the sources that may be changed. Its tests run in their own processes, since a changed loop may never end. */
export interface Checkout {
  /** Changes a file and returns a function that restores it. */
  readonly edit: (file: string, change: (text: string) => string) => () => void;
  /** Runs these test files and returns what failed or could not be read; stops at the first such file, unless `all` are asked for. */
  readonly failing: (tests: readonly string[], all?: 'all') => Promise<Failing>;
  readonly remove: () => void;
}

/** `hangs`: the tests did not end in their time, which is no proof that one of them failed. */
export interface Failing {
  readonly tests: readonly string[];
  readonly hangs: boolean;
}

/** Seconds that each test file took when it last ran. */
export type Durations = Map<string, number>;

const parts = [
  'src',
  'test',
  'scripts',
  'clients',
  'docs',
  'resources',
  'README.md',
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
] as const;
const settings = ['tsconfig.json', 'tsconfig.base.json'] as const;
/** Milliseconds after which tests, which usually take seconds each, count as hanging. */
const longest = (tests: number): number => 120_000 + 30_000 * tests;

/** Makes a copy, whose test files add to `durations`. */
export async function copyCheckout(durations: Durations): Promise<Checkout> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-mutants-'));
  for (const part of [...parts, ...settings]) cpSync(join(repositoryFolder, part), join(folder, part), { recursive: true });
  symlinkSync(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const report = join(folder, 'report.json');
  return {
    edit: (file, change) => {
      const path = join(folder, file);
      const before = readFileSync(path, 'utf8');
      writeFileSync(path, change(before));
      return () => {
        writeFileSync(path, before);
      };
    },
    failing: async (tests, all) => {
      if (tests.length === 0) return { tests: [], hangs: false };
      rmSync(report, { force: true });
      const bail = all === undefined ? ['--bail', '1'] : [];
      const args = ['run', ...bail, '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report, ...tests];
      const child = spawn(process.execPath, [findToolScript('vitest', 'vitest'), ...args], {
        cwd: folder,
        // The changed sources must be what runs, in child processes too.
        env: { ...process.env, [builtProgramVariable]: join(folder, 'src', 'cli', 'main.ts') },
        stdio: 'ignore',
        timeout: longest(tests.length),
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      const ended = code !== null && existsSync(report) ? readReport(report, folder) : [];
      for (const { test, seconds } of ended) durations.set(test, seconds);
      if (code === 0) return { tests: [], hangs: false };
      const failed = ended.filter(({ hasFailed }) => hasFailed).map(({ test }) => test);
      // A run that ended without naming a test could not run at all.
      return { tests: failed.length > 0 ? failed : tests.slice(0, 1), hangs: code === null };
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Ended {
  readonly test: string;
  readonly hasFailed: boolean;
  readonly seconds: number;
}

function readReport(report: string, folder: string): readonly Ended[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; message: string; assertionResults: { status: string }[]; startTime: number; endTime: number }[];
  };
  // A file that did not run any more, because another had failed, has the status of a failed one, but neither a failed test nor a message.
  return testResults.map(({ name, message, assertionResults, startTime, endTime }) => ({
    test: relative(folder, name),
    hasFailed: message !== '' || assertionResults.some(({ status }) => status === 'failed'),
    seconds: (endTime - startTime) / 1000,
  }));
}
