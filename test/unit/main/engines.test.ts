import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEngines, type Engines } from '../../../src/main/engines/engines.ts';

/** Stands in for the process of an engine. */
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

test('starts the reader at once, and the writer only after the vault is open and a pause for the first rows', () => {
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

test('restarts the pause when a page connects, and gives a later page the ports of both engines at once', () => {
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

test('starts the writer at once, and only once, when main asks for its port', () => {
  engines.begin(work);
  engines.writerPort();
  expect(started).toEqual(['reader', 'writer']);
  engines.writerPort();
  vi.advanceTimersByTime(longAfter);
  expect(started).toEqual(['reader', 'writer']);
});

test('leaves no interrupted sync if stopped before the writer started, and does not start it later', async () => {
  engines.begin(work);
  expect(await engines.stop()).toBeNull();
  vi.advanceTimersByTime(longAfter);
  expect(started).toEqual(['reader']);
});

test('prepares synced studies one at a time, each in its own process', async () => {
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
