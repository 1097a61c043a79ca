import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acquireSyncLock } from '../../../src/core/vault/studies/sync-lock.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';

const lockModule = new URL('../../../src/core/vault/studies/sync-lock.ts', import.meta.url).href;

/** Another process that takes the lock and keeps it until it is killed. */
async function holder(dir: string): Promise<ChildProcess> {
  const program = `import { acquireSyncLock } from ${JSON.stringify(lockModule)}; await acquireSyncLock(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe("the writer's lock", () => {
  const folder = temporaryFolders();

  test('is held by one at a time, and is free after release', async () => {
    const dir = folder();
    const release = await acquireSyncLock(dir);
    await expect(acquireSyncLock(dir, 0)).rejects.toMatchObject({ code: 'BUSY' });
    const waiting = acquireSyncLock(dir, 60_000);
    release();
    (await waiting)();
    release();
    (await acquireSyncLock(dir, 0))();
  });

  test('is released when its process ends, even if killed', async () => {
    const dir = folder();
    const child = await holder(dir);
    await expect(acquireSyncLock(dir, 0)).rejects.toMatchObject({ code: 'BUSY' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await acquireSyncLock(dir, 60_000))();
  });

  test.skipIf(process.platform === 'win32')('follows no link in the place of its file, and creates nothing behind one', async () => {
    const dir = folder();
    const target = join(dir, 'elsewhere');
    symlinkSync(target, join(dir, 'writer.lock'));
    await expect(acquireSyncLock(dir, 0)).rejects.toMatchObject({ code: 'CORRUPT' });
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, '');
    await expect(acquireSyncLock(dir, 0)).rejects.toMatchObject({ code: 'CORRUPT' });
  });

  test('fails with STORE if the folder is gone', async () => {
    await expect(acquireSyncLock(`${folder()}/gone`, 0)).rejects.toMatchObject({ code: 'STORE' });
  });
});
