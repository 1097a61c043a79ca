import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../../scripts/runtime/command.ts';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { findToolScript } from '../../../scripts/runtime/tool.ts';
import { readVitestRecord, type Outcome } from '../../../scripts/test-results.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-record-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs vitest itself on test files with these texts, and reads its record. */
async function runTests(files: Readonly<Record<string, string>>): Promise<Outcome> {
  const record = join(folder, 'record');
  const config = [
    `import { RunRecord } from ${JSON.stringify(join(repositoryFolder, 'scripts', 'vitest-record.ts'))};`,
    `export default { test: { globals: true, fileParallelism: false, reporters: [new RunRecord(${JSON.stringify(record)})] } };`,
  ];
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'root', 'vitest.config.mjs'), config.join('\n'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'root', name), text);
  const vitest = findToolScript('vitest', 'vitest');
  await runCommand(process.execPath, [vitest, 'run', '--root', join(folder, 'root')]).catch(() => undefined);
  return readVitestRecord(record);
}

/** A function that waits until the record has the test: vitest reports tests with a delay. */
function reportedOf(test: string): string {
  return `import { readFileSync } from 'node:fs';
    const reportedOf = () => vi.waitUntil(() => readFileSync(${JSON.stringify(join(folder, 'record'))}, 'utf8').includes('"test":"${test}"'), 60_000);`;
}

test('names failed tests, files that could not be loaded and hooks that failed, and counts the rest', async () => {
  const { passed, skipped, failures } = await runTests({
    'a.test.js': `describe('sums', () => { test('adds', () => { expect(1).toBe(2); }); test('ends', () => {}); test.skip('rests', () => {}); });`,
    'b.test.js': `throw new Error('not loaded');`,
    'c.test.js': `describe('hooks', () => { beforeAll(() => { throw new Error('not begun'); }); test('waits', () => {}); });`,
  });
  expect([passed, skipped]).toEqual([1, 2]);
  expect([...failures].sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'a.test.js › sums > adds', message: expect.stringContaining('expected 1 to be 2') as string },
    { name: 'b.test.js', message: 'not loaded' },
    { name: 'c.test.js', message: 'not begun' },
  ]);
});

test('names the test whose process died and the signal it died of, and what broke outside of a test', async () => {
  const { passed, failures } = await runTests({
    'a.test.js': `test('passes', () => {});`,
    'b.test.js': `${reportedOf('dies')} test('dies', async () => { await reportedOf(); process.kill(process.pid, 'SIGKILL'); });`,
    'c.test.js': `test('leaves a rejection', () => { void Promise.reject(new Error('nobody waited')); });`,
  });
  expect(passed).toBe(2);
  expect(failures.map(({ name }) => name)).toContain('b.test.js › dies');
  expect(failures).toContainEqual({ name: 'outside of a test', message: expect.stringContaining('signal SIGKILL') as string });
  expect(failures).toContainEqual({ name: 'outside of a test', message: 'nobody waited' });
});
