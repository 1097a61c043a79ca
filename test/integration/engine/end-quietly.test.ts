import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const quietly = pathToFileURL(resolve(import.meta.dirname, '../../../src/engine/end-quietly.ts')).href;

test.each([
  ['that was not caught', `setImmediate(() => JSON.parse('Patient 0012'))`],
  ['of a promise that was not awaited', `void Promise.resolve().then(() => JSON.parse('Patient 0012'))`],
])('an error %s ends an engine without printing its text', (_, work) => {
  const code = `import { endQuietly } from '${quietly}'; endQuietly(); ${work}; setTimeout(() => undefined, 20_000);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/An engine of Carrel ended: .*\(SyntaxError/);
  expect(stderr).not.toContain('0012');
});
