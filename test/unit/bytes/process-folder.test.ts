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

/** As another process would have named its folder. */
function namedBy(pid: number): string {
  const made = makeProcessFolder('window');
  rmSync(made, { recursive: true });
  return basename(made).replace(`-${String(process.pid)}-`, `-${String(pid)}-`);
}

/** A process that is gone. */
function goneProcess(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

describe('a folder of this process among the temporary files', () => {
  test('has the number of the process in its name, and is its account’s alone', () => {
    const made = makeProcessFolder('window');
    expect(basename(made)).toMatch(new RegExp(`^carrel-window-[0-9a-f]{8}-${String(process.pid)}-[A-Za-z0-9]{6}$`));
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('stays while its process runs, and goes with all that is in it once the process is gone', async () => {
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

  test('is told from folders of another kind, another computer or another name, and from links, which are not followed', () => {
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

    // A link within a folder that goes is not followed either.
    rmSync(join(temporary, name));
    mkdirSync(join(temporary, name));
    symlinkSync(outside, join(temporary, name, 'link'));
    sweepProcessFolders('window');
    expect(existsSync(join(temporary, name))).toBe(false);
    expect(readdirSync(outside)).toEqual(['kept']);
  });
});
