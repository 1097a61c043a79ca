import type { MessagePortMain } from 'electron';
import type { EngineRole, Interrupted, StudyAccess } from '../shared/engine-protocol.ts';
import type { PortMessage } from '../shared/bridge.ts';
import { AppError } from '../shared/errors.ts';
import { answerAsk, type AskHost } from './answer-ask.ts';
import type { AppWindow } from './app-window.ts';
import { startEngine, type EngineProcess } from './engine-process.ts';
import { createWriterRun } from './writer-run.ts';

export interface Engines {
  /** Tells the reader which studies there are and how they open. */
  showStudies(studies: readonly StudyAccess[]): void;
  /** Gives the window's page, which has just loaded, its lines to both engines. */
  connectWindow(): void;
  /** A line to the writer for main itself. Throws STORE while it does not run. */
  writerPort(): MessagePortMain;
  /** Ends a running sync with the pages that it has read, then both processes; what is left of that sync. */
  stop(): Promise<Interrupted | null>;
}

/** Milliseconds that a sync gets to end by itself; whatever it is doing then, no page that was read is lost. */
const patience = 3000;

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
  const run = createWriterRun();
  const keep = (role: EngineRole & PortMessage['host'], prepare: (engine: EngineProcess) => void): EngineProcess => {
    const engine = startEngine({
      role,
      dataDir,
      onMessage: (message, reply) => {
        run.hear(message);
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
  const writer = keep('writer', () => {
    run.forget();
  });
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
      writer.send({ type: 'stop' });
      const readerEnded = reader.stop();
      const interrupted = writer.isRunning ? await run.left(patience) : null;
      await Promise.all([readerEnded, writer.stop()]);
      return interrupted;
    },
  };
}
