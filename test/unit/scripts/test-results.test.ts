import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeFailures, judgeOutcome, readPlaywrightReport, readVitestRecord, type Outcome } from '../../../scripts/test-results.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-results-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function keep(text: string): Promise<string> {
  const path = join(folder, 'report.json');
  await writeFile(path, text);
  return path;
}

describe('the results of a run', () => {
  test('a file that never ended failed in the test that started last, and news after the end of a file is ignored', async () => {
    const failure = { name: 'a.test.ts › adds', message: 'expected 1 to be 2' };
    const events = [
      { kind: 'began', file: 'a.test.ts' },
      { kind: 'began', file: 'b.test.ts' },
      { kind: 'trying', file: 'b.test.ts', test: 'starts' },
      { kind: 'trying', file: 'b.test.ts', test: 'goes on' },
      { kind: 'ended', file: 'a.test.ts', passed: 5, skipped: 2, failures: [failure] },
      { kind: 'trying', file: 'a.test.ts', test: 'told of too late' },
      { kind: 'broken', message: 'Worker exited unexpectedly' },
    ];
    const path = await keep(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    expect(await readVitestRecord(path)).toEqual({
      passed: 5,
      skipped: 2,
      failures: [
        failure,
        { name: 'outside of a test', message: 'Worker exited unexpectedly' },
        { name: 'b.test.ts › goes on', message: expect.stringContaining('running') as string },
      ],
    });
  });

  test('flaky tests and errors outside of tests are failures', async () => {
    function spec(title: string, status: string, message?: string) {
      return { file: 'shell.test.ts', title, tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }] };
    }
    const inner = { specs: [spec('opens', 'flaky', 'not yet'), spec('rests', 'skipped')] };
    const suites = [{ specs: [spec('closes', 'unexpected', 'never'), spec('stays', 'expected')], suites: [inner] }];
    const path = await keep(JSON.stringify({ stats: { expected: 1, skipped: 1 }, errors: [{ message: 'no display' }], suites }));
    expect(await readPlaywrightReport(path)).toEqual({
      passed: 1,
      skipped: 1,
      failures: [
        { name: 'shell.test.ts › closes', message: 'never' },
        { name: 'shell.test.ts › opens', message: 'not yet' },
        { name: 'outside of a test', message: 'no display' },
      ],
    });
  });

  const failures = [{ name: 'a', message: 'b' }];
  test.each<[string, Outcome, number, number]>([
    ['a good run', { passed: 3, skipped: 0, failures: [] }, 0, 0],
    ['a run without tests', { passed: 0, skipped: 0, failures: [] }, 0, 1],
    ['a run with only skipped tests', { passed: 0, skipped: 4, failures: [] }, 0, 1],
    ['a failed exit without a failed test', { passed: 3, skipped: 0, failures: [] }, 1, 1],
    ['a failed test', { passed: 3, skipped: 0, failures }, 1, 1],
  ])('%s', (_name, counted, exitCode, failed) => {
    expect(judgeOutcome(counted, 'vitest', exitCode).failures).toHaveLength(failed);
  });

  test('a bad end names its exit code', () => {
    const { failures } = judgeOutcome({ passed: 3, skipped: 0, failures: [] }, 'vitest', 7);
    expect(failures).toEqual([{ name: 'vitest', message: expect.stringContaining('exit code 7') as string }]);
  });
});

describe('the description of failures', () => {
  test('has the seed of a property and no colours', () => {
    const message = '\u001B[31mProperty failed after 3 tests\u001B[39m\n{ seed: 12, path: "2:1" }\n\nCounterexample: [0]\nShrunk 1 time(s)';
    expect(describeFailures([{ name: 'a.test.ts › adds', message }])).toEqual([
      'FAILED a.test.ts › adds',
      '       Property failed after 3 tests',
      '       { seed: 12, path: "2:1" }',
      '       Counterexample: [0]',
      '       Shrunk 1 time(s)',
    ]);
  });

  test.each([
    [0, 0],
    [3, 39],
    [4, 16],
    [10, 40],
    [11, 22],
    [500, 39],
  ])('%i failures take %i lines', (count, lines) => {
    const many = Array.from({ length: count }, (_, at) => ({ name: `t${String(at)}`, message: 'a line\n'.repeat(20) }));
    expect(describeFailures(many)).toHaveLength(lines);
  });

  test('cuts a long line', () => {
    expect(describeFailures([{ name: 'a', message: 'x'.repeat(100_000) }]).join('').length).toBeLessThan(300);
  });
});
