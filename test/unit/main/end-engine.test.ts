import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { startBackupEngine } from '../../../src/main/engines/backup.ts';
import { runTask } from '../../../src/main/engines/file-task.ts';
import { startPacker } from '../../../src/main/engines/packer.ts';

/** Stands in for an Electron process: until it has spawned, it has no pid and cannot be killed. */
class Engine extends EventEmitter {
  pid: number | undefined = undefined;
  isThere = true;

  postMessage(): void {
    return undefined;
  }

  kill(): boolean {
    if (this.pid === undefined) return false;
    this.isThere = false;
    this.pid = undefined;
    this.emit('exit');
    return true;
  }

  spawned(): void {
    this.pid = 1;
    this.emit('spawn');
  }
}

const forked = vi.hoisted<{ engine: unknown }>(() => ({ engine: null }));
vi.mock('electron', () => ({ utilityProcess: { fork: () => forked.engine } }));

let engine: Engine;
beforeEach(() => {
  forked.engine = engine = new Engine();
});

// A refusal before the process had spawned (an expired study, an audit trail that cannot be written) did not reach it, and it stayed.
test.each([
  ['backup', () => startBackupEngine('/data', async () => undefined, vi.fn())],
  ['site pack', () => startPacker('/data', vi.fn())],
])('the process of a %s that was stopped before it spawned ends as soon as it spawns', async (_what, begin) => {
  const stopped = begin().stop();
  await vi.waitFor(() => expect(engine.listenerCount('spawn')).toBe(1));
  engine.spawned();
  await stopped;
  expect(engine.isThere).toBe(false);
});

// It used to wait forever, with the lock of the data folder held.
test('work on a site pack that begins after its process has ended fails at once', async () => {
  const packer = startPacker('/data', vi.fn());
  engine.spawned();
  engine.kill();
  await expect(packer.unpack({ path: '/studies/a.db', key: Buffer.alloc(32) }, null)).rejects.toMatchObject({ code: 'EXPORT' });
});

// SQLite may be reading a file that was made to have no end.
test('the process that unpacks and does not hear of its cancellation is ended', async () => {
  vi.useFakeTimers();
  try {
    const packer = startPacker('/data', vi.fn());
    engine.spawned();
    const work = packer.unpack({ path: '/studies/a.db', key: Buffer.alloc(32) }, null);
    const refused = expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    packer.cancel();
    expect(engine.isThere).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    await refused;
    expect(engine.isThere).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('the process of a file task that was cancelled before it spawned ends as soon as it spawns', async () => {
  const cancel = new AbortController();
  const looked = runTask({ kind: 'verify', path: '/file.csv', trail: [] }, { signal: cancel.signal });
  cancel.abort();
  await expect(looked).rejects.toMatchObject({ code: 'CANCELLED' });
  engine.spawned();
  expect(engine.isThere).toBe(false);
});
