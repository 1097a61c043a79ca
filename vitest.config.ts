import { defineConfig } from 'vitest/config';

/** One project a kind of test, so that a run can name it: `vitest run --project unit`. */
function project(name: string, testTimeout: number) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      environment: 'node',
      testTimeout,
      hookTimeout: testTimeout,
    },
  };
}

export default defineConfig({
  test: {
    // The limits only end a test that hangs; they leave room for a machine that does other work.
    projects: [project('unit', 30_000), project('contract', 60_000), project('cli', 120_000)],
  },
});
