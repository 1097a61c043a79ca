import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireSyncLock } from '../../../src/core/vault/studies/sync-lock.ts';
import { start } from '../../cli/carrel.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { expectRun, onCopy, run } from './data-folder.ts';
import type { FaultCase } from './fault-case.ts';

/** Milliseconds that a second writer waits. */
const lockTimeoutMs = 5000;

async function isRefusedAfterAWait({ folder, study }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    // The window's main process takes the same lock for its sync.
    const release = await acquireSyncLock(dataDir);
    try {
      const started = performance.now();
      const refused = await expectRun(dataDir, ['sync', study], 23, /Another Carrel is writing/);
      assert.ok(performance.now() - started >= lockTimeoutMs, 'it did not wait');
      assert.doesNotMatch(refused.stderr + refused.stdout, /SQLITE|locked/);
      await expectRun(dataDir, ['status'], 0);
      await expectRun(dataDir, ['export', study, '--dataset', 'labs', '--format', 'csv', '--out', join(dataDir, 'labs.csv')], 0);
    } finally {
      release();
    }
    await expectRun(dataDir, ['sync', study], 0);
  });
}

async function waitsForTheOther({ folder, study }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const release = await acquireSyncLock(dataDir);
    const waiting = expectRun(dataDir, ['sync', study], 0);
    await sleep(2000);
    release();
    await waiting;
  });
}

async function leavesNoLockBehind({ folder, study }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const child = start(['sync', study, '--json'], { dataDir });
    // The first line is about a page, so the lock is held.
    await once(child.stdout ?? child, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await acquireSyncLock(dataDir, 0))();
    await expectRun(dataDir, ['sync', study], 0);
  });
}

async function neverShowsALock({ folder, study }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const commands = [['sync', study], ['sync', study], ['status'], ['verify'], ['changes', study]];
    const done = await Promise.all(commands.map(async (args) => run(dataDir, args)));
    const codes = done.map(({ code }) => code);
    assert.deepEqual(codes.slice(2), [0, 0, 0], done.map(({ stderr }) => stderr).join(' '));
    assert.ok(
      codes.includes(0) && codes.slice(0, 2).every((code) => code === 0 || code === 23),
      `the syncs ended with ${codes.join(', ')}`,
    );
    for (const { stdout, stderr } of done) assert.doesNotMatch(stdout + stderr, /SQLITE|database is locked/);
    await expectRun(dataDir, ['verify'], 0);
  });
}

export const lockCases: readonly FaultCase[] = [
  {
    id: 'F61',
    title: 'a sync beside another one, in the window or on the command line, waits 5 s and exits with 23; reading still works',
    process: true,
    slow: true,
    run: isRefusedAfterAWait,
  },
  { id: 'F61', title: 'a sync that finds the lock taken continues once it is released', process: true, run: waitsForTheOther },
  { id: 'F61', title: 'a killed sync leaves no lock behind', process: true, run: leavesNoLockBehind },
  {
    id: 'F61',
    title: 'two syncs, a status, a verify and a list of changes in parallel never report a database lock',
    process: true,
    run: neverShowsALock,
  },
];
