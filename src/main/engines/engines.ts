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
  /** Call once the vault is open. Sends the studies to the reader, starts answering engines, and connects the page. */
  begin(work: EnginesWork): void;
  /** Sends the list of studies, and what opens them, to the reader. */
  showStudies(studies: readonly StudyAccess[]): void;
  /** Sends a page that has just loaded its ports to the engines; the port to the writer follows once the writer runs. */
  connectWindow(): void;
  /** Returns a port to the writer for main itself, and starts the writer if necessary. Throws STORE while it is not running. */
  writerPort(): MessagePortMain;
  /** Ends a running sync, keeping the pages that it has read, then all processes. Returns what is left of that sync. */
  stop(): Promise<Interrupted | null>;
}

/**
 * Delay before the writer starts, in milliseconds after the page was connected, so that page and reader can draw the first rows without
 * it. The writer starts at once if main needs it.
 */
const headStart = 1500;

/** Time that a sync gets to end by itself, in milliseconds. No page that was read is lost after that. */
const timeoutMs = 3000;

/** What engines need from an open vault. */
interface EnginesWork {
  /** Used when engines restart; never throws. */
  readonly studies: () => readonly StudyAccess[];
  readonly ask: AskHost;
  /** Called when a sync has ended. */
  readonly onSynced: () => void;
}

interface EnginesOptions {
  readonly dataDir: string;
  readonly window: Pick<AppWindow, 'emit' | 'sendPort'>;
}

/**
 * Starts the reader while a vault is being opened. Before `begin` it knows no studies and cannot be reached. The writer starts later, when
 * the window has had time for its first rows or when main needs it. After a sync, what the first screens need is prepared.
 */
export function startEngines({ dataDir, window }: EnginesOptions): Engines {
  let work: EnginesWork | null = null;
  let preparer: Preparer | null = null;
  let syncing: readonly string[] = [];
  const connect = (host: PortMessage['host'], engine: EngineProcess): void => {
    const port = engine.openPort();
    if (port !== null) window.sendPort(host, port);
    if (port !== null || !engine.isUsable) window.emit('engine.changed', { host, running: port !== null });
  };
  const run = createWriterRun();
  const hearSynced = (study: string): void => {
    syncing = syncing.filter((other) => other !== study);
    preparer?.prepare([study]);
  };
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
        if (message.type === 'synced') hearSynced(message.study);
        if (message.type === 'collected') preparer?.readAhead(message.study, message.dataset);
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
