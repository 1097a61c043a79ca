import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { RunRecord } from './scripts/vitest-record.ts';

/** Where `npm test` wants to read what ran; see scripts/test-runners.ts. */
const { CARREL_TEST_RECORD: record } = process.env;

/** Unit tests that mock a module; each needs its own process, because importers keep the mock. */
const replacing = globSync('test/unit/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\bvi\.(mock|doMock)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')));

interface Differing {
  readonly include?: string[];
  readonly exclude?: string[];
  readonly isolate?: boolean;
  readonly setsUp?: string[];
}

/** One project per kind of test, so that a run can name it: `vitest run --project cli`. */
function project(name: string, testTimeout: number, { setsUp = [], ...differing }: Differing = {}) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      environment: 'node',
      testTimeout,
      hookTimeout: testTimeout,
      globalSetup: [...setsUp, 'test/scrypt-cache.ts'],
      setupFiles: ['test/scrypt-cache.js'],
      expect: { poll: { timeout: testTimeout / 2 } },
      ...differing,
    },
  };
}

/** For tests that start the command line as a process, again and again. */
const setsUp = ['test/built-command-line.ts'];

export default defineConfig({
  test: {
    // Most of these tests wait for processes that they start: one worker less than there are processors would leave one idle.
    maxWorkers: '100%',
    fsModuleCache: true,
    // Node strips the types of a thread's sources with WebAssembly, and V8 may crash where that frees code that it compiled anew while
    // other threads run (`SIGSEGV during started state`): here it compiles none anew. What is built has no types to strip.
    execArgv: ['--no-wasm-dynamic-tiering', '--wasm-wrapper-tiering-budget=1000000000'],
    reporters: record === undefined ? ['default'] : ['default', new RunRecord(record)],
    // The limits only end a test that hangs; they leave room for a machine that does other work.
    projects: [
      // To load again for each file what they all import took longer than most of their tests.
      project('unit', 120_000, { isolate: false, exclude: replacing }),
      project('unit-replacing', 120_000, { include: replacing }),
      // What starts other programs, threads or a service, writes large files, compares whole stores or tries very many inputs: too slow for
      // `npm run check`.
      project('integration', 240_000),
      project('contract', 240_000),
      project('cli', 300_000, { setsUp }),
      project('campaign', 1_800_000, { setsUp }),
    ],
  },
});
