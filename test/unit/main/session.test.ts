import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { createSession, type Session } from '../../../src/main/engines/session.ts';
import type { Interrupted } from '../../../src/shared/engine-protocol.ts';

/** The line to a writer, which answers where it is told to. */
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
/** What the writer says at its end of the sync that ran. */
let left: Interrupted | null = null;
/** What an engine that starts anew is told. */
let studies: () => readonly unknown[] = () => [];
vi.mock('electron', () => ({}));
vi.mock('../../../src/core/vault/diagnose-study.ts', () => ({ findUnmarked: async () => new Map() }));
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
const vault = { connection: () => null, studies: () => entries(), studyNumbers: () => [], close: () => undefined } as unknown as Vault;
const sync: Interrupted = { studies: ['22-001'], only: null };
let session: Session;
let closings = 0;
const unlock = (): Promise<Vault> => session.open(Promise.resolve(vault));
const resumed = (): unknown[] => ports.flatMap(({ asked }) => asked);

beforeEach(async () => {
  answers = false;
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

test('what was only chosen is told to go at each lock, and at none of a session that is closed', async () => {
  expect(closings).toBe(1);
  await session.close();
  expect(closings).toBe(1);
  await unlock();
  expect(closings).toBe(1);
  await session.close();
  expect(closings).toBe(2);
});

test('a sync that a lock broke off goes on after the unlock, once', async () => {
  answers = true;
  await unlock();
  expect(resumed()).toEqual([sync]);
  await setImmediate();
  left = null;
  await session.close();
  await unlock();
  expect(resumed()).toEqual([sync]);
});

test('it goes on after the next unlock where the lock comes before its writer heard of it', async () => {
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

// An engine starts anew in an event that nobody catches: it was the end of Carrel.
test('an engine that starts anew while the vault cannot be read is told the studies that were read before', async () => {
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
