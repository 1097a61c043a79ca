import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeOutcome, readPlaywrightReport, readVitestReport } from '../../../scripts/test-results.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-results-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function keepReport(report: unknown): Promise<string> {
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(report));
  return path;
}

describe('counting test results', () => {
  test('a test file that could not be loaded counts as a failure', async () => {
    const path = await keepReport({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    });
    expect(await readVitestReport(path)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  test('a test that passed at its second try and an error outside of tests are failures', async () => {
    const path = await keepReport({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{}] });
    expect(await readPlaywrightReport(path)).toEqual({ passed: 4, failed: 3, skipped: 3 });
  });

  test.each([
    ['a good run', { passed: 3, failed: 0, skipped: 0 }, 0, 0],
    ['a run without tests', { passed: 0, failed: 0, skipped: 0 }, 0, 1],
    ['a run with nothing but skipped tests', { passed: 0, failed: 0, skipped: 4 }, 0, 1],
    ['a bad end without a failed test', { passed: 3, failed: 0, skipped: 0 }, 1, 1],
    ['a failed test', { passed: 3, failed: 2, skipped: 0 }, 1, 2],
  ])('%s', (_name, counted, exitCode, failed) => {
    expect(judgeOutcome(counted, exitCode).failed).toBe(failed);
  });
});
