import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEngines, type Engines } from '../../../src/main/engines/engines.ts';

/** Stands for the process of an engine. */
class Engine extends EventEmitter {
  readonly pid = 1;

  postMessage(message: { readonly type: string }): void {
    if (message.type === 'stop') this.emit('message', { type: 'stopped', interrupted: null });
  }

  kill(): void {
    this.emit('exit');
  }
}

const forked = vi.hoisted<{ fork: (entry: string, args: readonly string[]) => unknown }>(() => ({ fork: () => null }));
vi.mock('electron', () => ({
  utilityProcess: { fork: (entry: string, args: readonly string[]) => forked.fork(entry, args) },
  MessageChannelMain: class {
    readonly port1 = {};
    readonly port2 = {};
  },
}));

let started: string[] = [];
let handed: string[] = [];
let engines: Engines;
const work = { studies: () => [], ask: async () => undefined, onSynced: () => undefined };
const longAfter = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  handed = [];
  forked.fork = (_entry, args) => {
    started.push(args[1] ?? '');
    return new Engine();
  };
  engines = startEngines({ dataDir: '/data', window: { emit: () => undefined, sendPort: (host) => handed.push(host) } });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the reader is started while the vault is being opened, the writer only after it is open and the first rows had their time', () => {
  vi.advanceTimersByTime(longAfter);
  expect(started).toEqual(['reader']);
  engines.begin(work);
  expect([started, handed]).toEqual([['reader'], ['reader']]);
  vi.advanceTimersByTime(longAfter);
  expect([started, handed]).toEqual([
    ['reader', 'writer'],
    ['reader', 'writer'],
  ]);
});

test('a page that comes gives the first rows their time anew, and one that comes later gets both lines at once', () => {
  engines.begin(work);
  vi.advanceTimersByTime(1499);
  engines.connectWindow();
  vi.advanceTimersByTime(1499);
  expect(started).toEqual(['reader']);
  vi.advanceTimersByTime(1);
  expect(started).toEqual(['reader', 'writer']);
  handed = [];
  engines.connectWindow();
  expect(handed).toEqual(['reader', 'writer']);
  expect(started).toEqual(['reader', 'writer']);
});

test('main gets a line to the writer at once, which is started for it, and once', () => {
  engines.begin(work);
  engines.writerPort();
  expect(started).toEqual(['reader', 'writer']);
  engines.writerPort();
  vi.advanceTimersByTime(longAfter);
  expect(started).toEqual(['reader', 'writer']);
});

test('a writer that was not started leaves nothing of a sync, and is not started any more', async () => {
  engines.begin(work);
  expect(await engines.stop()).toBeNull();
  vi.advanceTimersByTime(longAfter);
  expect(started).toEqual(['reader']);
});

test('what a sync brought is prepared, a study at a time, in a process that ends with it', async () => {
  const processes: Engine[] = [];
  forked.fork = (_entry, args) => {
    started.push(args[1] ?? '');
    processes.push(new Engine());
    return processes.at(-1);
  };
  const sent = vi.spyOn(Engine.prototype, 'postMessage');
  engines.begin(work);
  engines.writerPort();
  processes[0]?.emit('message', { type: 'syncing', run: { studies: ['22-001', '22-002'], only: null } });
  expect(started).toEqual(['reader', 'writer']);
  processes[0]?.emit('message', { type: 'syncing', run: null });
  expect(started).toEqual(['reader', 'writer', 'preparer']);
  const asked = (): unknown[] => sent.mock.calls.map(([message]) => message).filter(({ type }) => type === 'prepare');
  expect(asked()).toEqual([{ type: 'prepare', study: '22-001' }]);
  processes[1]?.emit('message', { type: 'prepared' });
  expect(started).toEqual(['reader', 'writer', 'preparer', 'preparer']);
  expect(asked()).toEqual([
    { type: 'prepare', study: '22-001' },
    { type: 'prepare', study: '22-002' },
  ]);
  await engines.stop();
  expect(started).toEqual(['reader', 'writer', 'preparer', 'preparer']);
});
