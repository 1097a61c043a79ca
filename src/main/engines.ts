import type { BrowserWindow, MessagePortMain } from 'electron';
import { channels, type PortMessage } from '../shared/bridge.ts';
import { hostAsks, type FromEngine, type StudyAccess } from '../shared/engine-protocol.ts';
import { AppError, reportOf } from '../shared/errors.ts';
import type { Reply } from '../shared/rpc.ts';
import { startEngine, type EngineProcess } from './engine-process.ts';

/** What main does for the engines: the questions of `hostAsks`, answered by the vault. */
export type AskHost = (name: (typeof hostAsks)[number], args: readonly unknown[]) => Promise<unknown>;

export interface Engines {
  /** Tells the reader which studies there are and how they open. */
  showStudies(studies: readonly StudyAccess[]): void;
  /** Gives the window's page, which has just loaded, its lines to both engines. */
  connectWindow(): void;
  /** A line to the writer for main itself. */
  writerPort(): MessagePortMain;
  stop(): Promise<void>;
}

interface EnginesOptions {
  readonly dataDir: string;
  readonly studies: () => readonly StudyAccess[];
  readonly ask: AskHost;
  readonly currentWindow: () => BrowserWindow | null;
  readonly onGivenUp: () => void;
}

/** Starts the writer and the reader of an open vault. */
export function startEngines({ dataDir, studies, ask, currentWindow, onGivenUp }: EnginesOptions): Engines {
  const connect = (host: PortMessage['host'], engine: EngineProcess): void => {
    currentWindow()?.webContents.postMessage(channels.port, host, [engine.openPort()]);
  };
  const reader: EngineProcess = startEngine({
    role: 'reader',
    dataDir,
    onMessage: () => undefined,
    onStart: () => {
      reader.send({ type: 'studies', studies: studies() });
      connect('reader', reader);
    },
    onGivenUp,
  });
  const writer: EngineProcess = startEngine({
    role: 'writer',
    dataDir,
    onMessage: (message) => { void answerAsk(writer, ask, message); },
    onStart: () => { connect('writer', writer); },
    onGivenUp,
  });
  return {
    showStudies: (entries) => { reader.send({ type: 'studies', studies: entries }); },
    connectWindow: () => {
      connect('reader', reader);
      connect('writer', writer);
    },
    writerPort: () => writer.openPort(),
    stop: async () => {
      await Promise.all([reader.stop(), writer.stop()]);
    },
  };
}

async function answerAsk(engine: EngineProcess, ask: AskHost, message: FromEngine): Promise<void> {
  if (message.type !== 'ask') return;
  engine.send({ type: 'answer', id: message.id, reply: await replyTo(ask, message.name, message.args) });
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
