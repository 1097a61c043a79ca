import { Interrupted } from './runtime/command.ts';
import { runMain } from './runtime/run-main.ts';
import { runEndToEnd, runVitest } from './test-runners.ts';
import { describeFailures, type Outcome } from './test-results.ts';

/** Runs every kind of test, one after the other, names what failed, and ends with the line `N passed, N failed`. */
async function runAllTests(): Promise<void> {
  const outcomes: readonly [string, Outcome][] = [
    ['without a window', await guard('vitest', () => runVitest(['--project', 'unit*', '--project', 'contract', '--project', 'cli']))],
    ['campaigns', await guard('vitest', () => runVitest(['--project', 'campaign']))],
    ['in the window', await guard('playwright', () => runEndToEnd())],
  ];
  const failures = outcomes.flatMap(([, outcome]) => outcome.failures);
  process.stdout.write(`\n${[...describeFailures(failures), ...outcomes.map(describe)].join('\n')}\n`);
  const passed = outcomes.reduce((sum, [, outcome]) => sum + outcome.passed, 0);
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** What stops a runner before it can count (a missing library, a failed build) is a failure of its own. */
async function guard(runner: string, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n`);
    return { passed: 0, skipped: 0, failures: [{ name: runner, message }] };
  }
}

function describe([name, { passed, failures, skipped }]: readonly [string, Outcome]): string {
  return `${name.padEnd(18)} ${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

await runMain(runAllTests);
