import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { createSession, type Session } from '../../../src/main/engines/session.ts';
import type { Interrupted } from '../../../src/shared/engine-protocol.ts';

/** The port to a writer, which replies if `answers` is set. */
class WriterPort extends EventEmitter {
  readonly asked: unknown[] = [];
  start(): void {
    this.setMaxListeners(20);
  }
  postMessage(frame: { readonly id: number; readonly name: string; readonly input: unknown }): void {
    this.asked.push(frame.input);
    if (answers) this.emit('message', { data: { type: 'reply', id: frame.id, reply: { ok: true, value: null } } });
  }
  close(): void {
    this.emit('close');
  }
}

let answers = false;
let ports: WriterPort[] = [];
/** What the writer reports about its sync when it ends. */
let left: Interrupted | null = null;
/** The studies that a restarted engine is given. */
let studies: () => readonly unknown[] = () => [];
vi.mock('electron', () => ({}));
vi.mock('../../../src/core/vault/studies/diagnose-study.ts', () => ({ findUnmarked: async () => new Map() }));
vi.mock('../../../src/main/engines/engines.ts', () => ({
  startEngines: () => ({
    begin: (work: { readonly studies: () => readonly unknown[] }) => {
      studies = work.studies;
    },
    showStudies: () => undefined,
    connectWindow: () => undefined,
    writerPort: () => {
      const port = new WriterPort();
      ports.push(port);
      return port;
    },
    stop: async () => {
      for (const port of ports) port.close();
      return left;
    },
  }),
}));

const entries = vi.fn((): unknown[] => []);
/** The numbers of the vault's studies. */
let numbers: readonly string[] = [];
const vault = {
  connection: () => null,
  studies: () => entries(),
  studyNumbers: () => numbers,
  close: () => undefined,
} as unknown as Vault;
const sync: Interrupted = { studies: ['22-001'], only: null };
let session: Session;
let closings = 0;
const unlock = (): Promise<Vault> => session.open(Promise.resolve(vault));
const resumed = (): unknown[] => ports.flatMap(({ asked }) => asked);

beforeEach(async () => {
  answers = false;
  numbers = ['22-001'];
  ports = [];
  left = sync;
  closings = 0;
  session = createSession({
    dataDir: '/data',
    window: {} as never,
    log: { add: () => undefined } as never,
    signIns: { of: () => null, refused: () => undefined },
    onOpen: () => undefined,
    onClose: () => {
      closings++;
    },
    onSynced: () => undefined,
    prepareConnection: async () => undefined,
  });
  await unlock();
  await session.close();
  expect(resumed()).toEqual([]);
});

test('calls onClose once for each lock, and not for a session that is already closed', async () => {
  expect(closings).toBe(1);
  await session.close();
  expect(closings).toBe(1);
  await unlock();
  expect(closings).toBe(1);
  await session.close();
  expect(closings).toBe(2);
});

test('resumes a sync that a lock interrupted after the next unlock, once', async () => {
  answers = true;
  await unlock();
  expect(resumed()).toEqual([sync]);
  await setImmediate();
  left = null;
  await session.close();
  await unlock();
  expect(resumed()).toEqual([sync]);
});

test('resumes an interrupted sync after a further unlock if its writer had not answered before the lock', async () => {
  await unlock();
  expect(resumed()).toEqual([sync]);
  left = null;
  await session.close();
  await unlock();
  expect(resumed()).toEqual([sync, sync]);
  await session.close();
  answers = true;
  await unlock();
  expect(resumed()).toEqual([sync, sync, sync]);
});

test('resumes an interrupted sync only for studies that the vault has, which may be a new one after a wipe', async () => {
  numbers = ['22-002'];
  await unlock();
  expect(resumed()).toEqual([]);
  left = { studies: ['22-001', '22-002'], only: null };
  await session.close();
  await unlock();
  expect(resumed()).toEqual([{ studies: ['22-002'], only: null }]);
});

// An engine restarts in an event handler, where an uncaught exception ended Carrel.
test('gives a restarted engine the studies read earlier if the vault cannot be read', async () => {
  entries.mockReturnValue([{ study: '22-001', path: 'a', seal: {}, sitePack: null }]);
  await unlock();
  const known = studies();
  expect(known).toMatchObject([{ study: '22-001' }]);
  entries.mockImplementation(() => {
    throw new Error('The disk is away.');
  });
  expect(studies()).toEqual(known);
  await session.close();
  await expect(unlock()).rejects.toThrow('The disk is away.');
});
