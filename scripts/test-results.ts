import { readFile } from 'node:fs/promises';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The counts of vitest's JSON report. A test file that could not be loaded holds no test, but failed. */
export async function readVitestReport(path: string): Promise<Outcome> {
  const report = JSON.parse(await readFile(path, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
  };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The counts of Playwright's JSON report; errors outside of tests count as failures. */
export async function readPlaywrightReport(path: string): Promise<Outcome> {
  const { stats, errors } = JSON.parse(await readFile(path, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: readonly unknown[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** A runner that ended badly without naming a failed test, or that found no test, failed once. */
export function judgeOutcome(counted: Outcome, exitCode: number): Outcome {
  const nothingRan = counted.passed + counted.failed === 0;
  return nothingRan || (exitCode !== 0 && counted.failed === 0) ? { ...counted, failed: counted.failed + 1 } : counted;
}
