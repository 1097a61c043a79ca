import { defineConfig } from 'vitest/config';
import { RunRecord } from './scripts/vitest-record.ts';

/** Where `npm test` wants to read what ran; see scripts/test-runners.ts. */
const { CARREL_TEST_RECORD: record } = process.env;

/** One project a kind of test, so that a run can name it: `vitest run --project unit`. */
function project(name: string, testTimeout: number) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      environment: 'node',
      testTimeout,
      hookTimeout: testTimeout,
      expect: { poll: { timeout: testTimeout / 2 } },
    },
  };
}

export default defineConfig({
  test: {
    // Most of these tests wait for processes that they start: one worker less than there are processors would leave one idle.
    maxWorkers: '100%',
    reporters: record === undefined ? ['default'] : ['default', new RunRecord(record)],
    // The limits only end a test that hangs; they leave room for a machine that does other work.
    projects: [project('unit', 120_000), project('contract', 240_000), project('cli', 300_000), project('campaign', 1_800_000)],
  },
});
