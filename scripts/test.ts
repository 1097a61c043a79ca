import { parseArgs } from 'node:util';
import { Interrupted } from './runtime/command.ts';
import { runMain } from './runtime/run-main.ts';
import { runEndToEnd, runVitest } from './test-runners.ts';
import { describeFailures, type Outcome } from './test-results.ts';

interface Tests {
  readonly name: string;
  /** The name of the failure if it ends before it can count. */
  readonly runner: 'vitest' | 'playwright';
  readonly run: () => Promise<Outcome>;
}

/** Tests that kill a process between any two of its steps, sync dozens of times or compile all sources: a fifth of the time of the others. */
const longest = ['**/*-kills.test.ts', 'test/contract/small-file.test.ts', 'test/contract/sixth-dataset.test.ts'];

/** The tests to run while working on a change: ten minutes on two processors. */
const usual: readonly Tests[] = [
  {
    name: 'units, integration, store',
    runner: 'vitest',
    run: () => runVitest([...projects('unit*', 'integration', 'contract'), ...longest.flatMap((file) => ['--exclude', file])]),
  },
  {
    name: 'in the window',
    runner: 'playwright',
    // From an empty folder to an export, and the demo as a newcomer tries it.
    run: () => runEndToEnd(['test/e2e/main-job.test.ts', 'test/e2e/demo.test.ts']),
  },
];

/** The tests that a change must pass before it lands. */
const all: readonly Tests[] = [
  { name: 'without a window', runner: 'vitest', run: () => runVitest(projects('unit*', 'integration', 'contract', 'cli')) },
  { name: 'campaigns', runner: 'vitest', run: () => runVitest(projects('campaign')) },
  { name: 'in the window', runner: 'playwright', run: () => runEndToEnd() },
];

function projects(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => ['--project', name]);
}

/** Runs the tests, one kind after the other, lists failures, and ends with the line `N passed, N failed`. `--all`: all tests. */
async function runTests(): Promise<void> {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  const outcomes: (readonly [string, Outcome])[] = [];
  for (const tests of values.all ? all : usual) outcomes.push([tests.name, await outcomeOf(tests)]);
  const failures = outcomes.flatMap(([, outcome]) => outcome.failures);
  process.stdout.write(`\n${[...describeFailures(failures), ...outcomes.map(describe)].join('\n')}\n`);
  const passed = outcomes.reduce((sum, [, outcome]) => sum + outcome.passed, 0);
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Whatever stops a runner before it can count (a missing library, a failed build) is a failure of its own. */
async function outcomeOf({ runner, run }: Tests): Promise<Outcome> {
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
  return `${name.padEnd(26)} ${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

await runMain(runTests);
