import type { MessagePortMain } from 'electron';
import type { EngineRole, Interrupted, StudyAccess } from '../../shared/engine-protocol.ts';
import type { PortMessage } from '../../shared/bridge.ts';
import { AppError } from '../../shared/errors.ts';
import { answerAsk, type AskHost } from './answer-ask.ts';
import type { AppWindow } from '../window/app-window.ts';
import { startEngine, type EngineProcess } from './engine-process.ts';
import { createPreparer, type Preparer } from './preparer.ts';
import { createWriterRun } from './writer-run.ts';

export interface Engines {
  /** Once the vault is open: tells the reader its studies, answers what engines ask, and gives the window's page its lines: that to the writer once it runs. */
  begin(work: EnginesWork): void;
  /** Tells the reader which studies there are and how they open. */
  showStudies(studies: readonly StudyAccess[]): void;
  /** Gives the window's page, which has just loaded, its lines to the engines, that to the writer once it runs. */
  connectWindow(): void;
  /** A line to the writer for main itself, which is started where it was not yet. Throws STORE while it does not run. */
  writerPort(): MessagePortMain;
  /** Ends a running sync with the pages that it has read, then all processes; what is left of that sync. */
  stop(): Promise<Interrupted | null>;
}

/**
 * Milliseconds that the window's page and the reader have the processors to themselves, once they are connected: nobody waits for the
 * writer while the first rows are drawn. Main's own need of it starts it at once.
 */
const headStart = 1500;

/** Milliseconds that a sync gets to end by itself; whatever it is doing then, no page that was read is lost. */
const timeoutMs = 3000;

/** What engines are told and answered out of an open vault. */
interface EnginesWork {
  /** For engines that start anew; never throws. */
  readonly studies: () => readonly StudyAccess[];
  readonly ask: AskHost;
  /** A sync has ended. */
  readonly onSynced: () => void;
}

interface EnginesOptions {
  readonly dataDir: string;
  readonly window: Pick<AppWindow, 'emit' | 'sendPort'>;
}

/**
 * Starts the reader of a vault that is being opened: it knows nothing, and nobody reaches it, before `begin`. The writer is started
 * after that, when the window has had its first rows or main needs it. Once a sync is through, what the first screens need is prepared.
 */
export function startEngines({ dataDir, window }: EnginesOptions): Engines {
  let work: EnginesWork | null = null;
  let preparer: Preparer | null = null;
  let syncing: readonly string[] = [];
  const connect = (host: PortMessage['host'], engine: EngineProcess): void => {
    const port = engine.openPort();
    if (port !== null) window.sendPort(host, port);
    if (port !== null || !engine.isKept) window.emit('engine.changed', { host, running: port !== null });
  };
  const run = createWriterRun();
  const hearSync = ({ onSynced }: EnginesWork, begun: Interrupted | null): void => {
    if (begun === null) {
      preparer?.prepare(syncing);
      onSynced();
    }
    syncing = begun?.studies ?? [];
  };
  const keep = (role: EngineRole & PortMessage['host'], prepare: (engine: EngineProcess) => void): EngineProcess => {
    const engine = startEngine({
      role,
      dataDir,
      onMessage: (message, reply) => {
        run.hear(message);
        if (work === null) return;
        if (message.type === 'syncing') hearSync(work, message.run);
        void answerAsk(work.ask, message).then((answer) => {
          if (answer !== null) reply(answer);
        });
      },
      onStart: () => {
        prepare(engine);
        if (work !== null) connect(role, engine);
      },
      onGivenUp: () => {
        if (work !== null) connect(role, engine);
      },
    });
    return engine;
  };
  const reader = keep('reader', (engine) => {
    if (work !== null) engine.send({ type: 'studies', studies: work.studies() });
  });
  let writer: EngineProcess | null = null;
  let pause: NodeJS.Timeout | undefined;
  const startWriter = (): EngineProcess => {
    clearTimeout(pause);
    if (writer !== null) return writer;
    writer = keep('writer', () => {
      run.forget();
    });
    connect('writer', writer);
    return writer;
  };
  const connectWindow = (): void => {
    connect('reader', reader);
    if (writer !== null) {
      connect('writer', writer);
      return;
    }
    clearTimeout(pause);
    pause = setTimeout(startWriter, headStart);
  };
  const stopWriter = async (): Promise<Interrupted | null> => {
    clearTimeout(pause);
    if (writer === null) return null;
    writer.send({ type: 'stop' });
    const interrupted = writer.isRunning ? await run.left(timeoutMs) : null;
    await writer.stop();
    return interrupted;
  };
  return {
    begin: (begun) => {
      work = begun;
      preparer = createPreparer({ dataDir, ...begun });
      reader.send({ type: 'studies', studies: begun.studies() });
      connectWindow();
    },
    showStudies: (entries) => {
      reader.send({ type: 'studies', studies: entries });
      preparer?.showStudies(entries);
    },
    connectWindow,
    writerPort: () => {
      const port = startWriter().openPort();
      if (port === null) throw new AppError('STORE', 'The part of Carrel that syncs is not running. Mirrored data is unchanged.');
      return port;
    },
    stop: async () => {
      const [interrupted] = await Promise.all([stopWriter(), reader.stop(), preparer?.stop()]);
      return interrupted;
    },
  };
}
