import type { MessagePortMain } from 'electron';
import { hostAsks, type EngineRole, type FromEngine, type StudyAccess } from '../shared/engine-protocol.ts';
import type { PortMessage } from '../shared/bridge.ts';
import { AppError, reportOf } from '../shared/errors.ts';
import type { Reply } from '../shared/rpc.ts';
import type { AppWindow } from './app-window.ts';
import { startEngine, type EngineProcess } from './engine-process.ts';

/** What main does for the engines: the questions of `hostAsks`, answered by the vault. */
export type AskHost = (name: (typeof hostAsks)[number], args: readonly unknown[]) => Promise<unknown>;

export interface Engines {
  /** Tells the reader which studies there are and how they open. */
  showStudies(studies: readonly StudyAccess[]): void;
  /** Gives the window's page, which has just loaded, its lines to both engines. */
  connectWindow(): void;
  /** A line to the writer for main itself. Throws STORE while it does not run. */
  writerPort(): MessagePortMain;
  stop(): Promise<void>;
}

interface EnginesOptions {
  readonly dataDir: string;
  readonly studies: () => readonly StudyAccess[];
  readonly ask: AskHost;
  readonly window: Pick<AppWindow, 'emit' | 'sendPort'>;
}

/** Starts the writer and the reader of an open vault. */
export function startEngines({ dataDir, studies, ask, window }: EnginesOptions): Engines {
  const connect = (host: PortMessage['host'], engine: EngineProcess): void => {
    const port = engine.openPort();
    if (port !== null) window.sendPort(host, port);
    if (port !== null || !engine.isKept) window.emit('engine.changed', { host, running: port !== null });
  };
  const keep = (role: EngineRole & PortMessage['host'], prepare: (engine: EngineProcess) => void): EngineProcess => {
    const engine = startEngine({
      role,
      dataDir,
      onMessage: (message, reply) => {
        void answerAsk(ask, message).then((answer) => {
          if (answer !== null) reply(answer);
        });
      },
      onStart: () => {
        prepare(engine);
        connect(role, engine);
      },
      onGivenUp: () => {
        connect(role, engine);
      },
    });
    return engine;
  };
  const reader = keep('reader', (engine) => {
    engine.send({ type: 'studies', studies: studies() });
  });
  const writer = keep('writer', () => undefined);
  return {
    showStudies: (entries) => {
      reader.send({ type: 'studies', studies: entries });
    },
    connectWindow: () => {
      connect('reader', reader);
      connect('writer', writer);
    },
    writerPort: () => {
      const port = writer.openPort();
      if (port === null) throw new AppError('STORE', 'The part of Carrel that syncs is not running. What was mirrored is unchanged.');
      return port;
    },
    stop: async () => {
      await Promise.all([reader.stop(), writer.stop()]);
    },
  };
}

async function answerAsk(
  ask: AskHost,
  message: FromEngine,
): Promise<{ readonly type: 'answer'; readonly id: number; readonly reply: Reply } | null> {
  if (message.type !== 'ask') return null;
  return { type: 'answer', id: message.id, reply: await replyTo(ask, message.name, message.args) };
}

async function replyTo(ask: AskHost, name: string, args: readonly unknown[]): Promise<Reply> {
  try {
    const known = hostAsks.find((candidate) => candidate === name);
    if (known === undefined) throw new AppError('USAGE', 'An engine asked for something that main does not do.');
    return { ok: true, value: await ask(known, args) };
  } catch (error: unknown) {
    return { ok: false, error: reportOf(error) };
  }
}
