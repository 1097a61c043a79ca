import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { passphrase, program, workFolder } from './carrel.ts';

vi.setConfig({ testTimeout: 300_000 });

const folder = workFolder();
afterAll(() => {
  folder.remove();
});

/** Starts a program in its own folder, where a crash may leave a dump of any size; it waits for standard input. */
function startAllowed(args: readonly string[]): { readonly child: ChildProcess; readonly cwd: string } {
  const cwd = mkdtempSync(join(folder.path, 'cwd-'));
  const env = { PATH: process.env['PATH'], CARREL_DATA_DIR: join(folder.path, 'data') };
  const words = ['-c', 'ulimit -c unlimited 2>/dev/null || ulimit -c "$(ulimit -H -c)"; exec "$@"', 'sh', process.execPath, ...args];
  return { child: spawn('/bin/sh', words, { cwd, env, stdio: ['pipe', 'ignore', 'inherit'] }), cwd };
}

function limitsOf({ pid }: ChildProcess): string {
  return /^Max core file size +(\S+ +\S+)/m.exec(readFileSync(`/proc/${String(pid)}/limits`, 'utf8'))?.[1] ?? '';
}

async function crash({ child, cwd }: ReturnType<typeof startAllowed>): Promise<readonly string[]> {
  child.kill('SIGABRT');
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGABRT');
  return readdirSync(cwd);
}

describe.runIf(process.platform === 'linux')('a crash leaves no copy of the memory', () => {
  test('the command line leaves no dump, whatever the limits it was started with', async ({ skip }) => {
    const carrel = startAllowed([program, 'status', '--passphrase-stdin']);
    await expect.poll(() => limitsOf(carrel.child)).toBe('1                    1');
    // It may still be about to read its secrets.
    carrel.child.stdin?.write(`${passphrase}\n`);
    expect(await crash(carrel)).toEqual([]);
    const other = startAllowed(['-e', 'process.stdin.resume()']);
    await expect.poll(() => readlinkSync(`/proc/${String(other.child.pid)}/exe`)).toBe(realpathSync(process.execPath));
    skip((await crash(other)).length === 0, 'on this machine no program leaves a dump in its folder');
  });
});
