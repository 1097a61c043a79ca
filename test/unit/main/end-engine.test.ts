import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { startBackupEngine } from '../../../src/main/engines/backup.ts';
import { runTask } from '../../../src/main/engines/file-task.ts';
import { startPacker } from '../../../src/main/engines/packer.ts';

/** Stands for a process of Electron: it has no pid, and cannot be ended, until it is there. */
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

// What is refused before the process is there (a study that expired, a trail that cannot be written) was never told, and its process stayed.
test.each([
  ['backup', () => startBackupEngine('/data', async () => undefined, vi.fn())],
  ['site pack', () => startPacker('/data', vi.fn())],
])('the process of a %s that was given up before it was there ends as soon as it is', async (_what, begin) => {
  const stopped = begin().stop();
  await vi.waitFor(() => expect(engine.listenerCount('spawn')).toBe(1));
  engine.spawned();
  await stopped;
  expect(engine.isThere).toBe(false);
});

test('the process of a file that nobody wants looked at any more, before it was there, ends as soon as it is', async () => {
  const cancel = new AbortController();
  const looked = runTask({ kind: 'verify', path: '/file.csv', trail: [] }, { signal: cancel.signal });
  cancel.abort();
  await expect(looked).rejects.toMatchObject({ code: 'CANCELLED' });
  engine.spawned();
  expect(engine.isThere).toBe(false);
});
