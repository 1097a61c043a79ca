import { Interrupted } from './runtime/command.ts';
import { runMain } from './runtime/run-main.ts';
import { runEndToEnd, runVitest } from './test-runners.ts';
import type { Outcome } from './test-results.ts';

/** Runs every kind of test, one after the other, and ends with the line `N passed, N failed`. */
async function runAllTests(): Promise<void> {
  const outcomes: readonly [string, Outcome][] = [
    ['without a window', await guard(() => runVitest())],
    ['in the window', await guard(() => runEndToEnd())],
  ];
  process.stdout.write(`\n${outcomes.map(describe).join('\n')}\n`);
  const passed = outcomes.reduce((sum, [, outcome]) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, [, outcome]) => sum + outcome.failed, 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** What stops a runner before it can count (a missing library, a failed build) is a failure of its own. */
async function guard(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function describe([name, { passed, failed, skipped }]: readonly [string, Outcome]): string {
  return `${name.padEnd(18)} ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

await runMain(runAllTests);
