import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProcessFolder, sweepProcessFolders } from '../../../src/core/platform/process-folder.ts';

let folder: string;
let temporary: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-folders-'));
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The name that a folder of another process would have. */
function namedBy(pid: number): string {
  const made = makeProcessFolder('window');
  rmSync(made, { recursive: true });
  return basename(made).replace(`-${String(process.pid)}-`, `-${String(pid)}-`);
}

/** The id of a process that has ended. */
function goneProcess(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

describe('a temporary folder of a process', () => {
  test('has the process id in its name and is accessible to its own account only', () => {
    const made = makeProcessFolder('window');
    expect(basename(made)).toMatch(new RegExp(`^carrel-window-[0-9a-f]{8}-${String(process.pid)}-[A-Za-z0-9]{6}$`));
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('stays while its process runs and is removed with its contents afterwards', async () => {
    const running = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const [dead, live] = [namedBy(goneProcess()), namedBy(running.pid ?? 0)];
    for (const name of [dead, live]) {
      mkdirSync(join(temporary, name, 'Cache'), { recursive: true });
      writeFileSync(join(temporary, name, 'Cache', 'data'), 'x');
    }
    const own = basename(makeProcessFolder('window'));
    sweepProcessFolders('window');
    expect(readdirSync(temporary).toSorted()).toEqual([live, own].toSorted());
    running.kill('SIGKILL');
    await once(running, 'exit');
    sweepProcessFolders('window');
    expect(readdirSync(temporary)).toEqual([own]);
  });

  test('is not confused with folders of another kind, computer or name, nor with links, which are not followed', () => {
    const dead = goneProcess();
    const name = namedBy(dead);
    const others = [
      name.replace('carrel-window', 'carrel-reading'),
      name.replace(/window-[0-9a-f]{8}/, 'window-00000000'),
      name.replace(/-[^-]+$/, ''),
      name.replace(`-${String(dead)}-`, '-1e9-'),
    ];
    for (const other of others) mkdirSync(join(temporary, other));
    const outside = join(folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'kept'), 'x');
    symlinkSync(outside, join(temporary, name));
    sweepProcessFolders('window');
    expect(readdirSync(temporary).toSorted()).toEqual([...others, name].toSorted());

    // A link within a removed folder is not followed either.
    rmSync(join(temporary, name));
    mkdirSync(join(temporary, name));
    symlinkSync(outside, join(temporary, name, 'link'));
    sweepProcessFolders('window');
    expect(existsSync(join(temporary, name))).toBe(false);
    expect(readdirSync(outside)).toEqual(['kept']);
  });
});
