import { join } from 'node:path';
import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { EngineRole, FromEngine, ToEngine } from '../shared/engine-protocol.ts';

/** Restarts in a row before an engine is given up, and the first pause in milliseconds (doubled each time). */
const restartLimit = 5;
const firstPause = 200;
/** An engine that ran this long (milliseconds) counts as healthy again. */
const healthyAfter = 60_000;

export interface EngineProcess {
  send(message: ToEngine): void;
  /** Gives the window one end of a new channel to this engine. */
  openPort(): MessagePortMain;
  /** Resolves when the process has ended; it is not restarted. */
  stop(): Promise<void>;
}

interface EngineOptions {
  readonly role: EngineRole;
  readonly dataDir: string;
  readonly onMessage: (message: FromEngine) => void;
  /** After each start, the first included: send it what it needs, hand out its port. */
  readonly onStart: () => void;
  /** Restarts did not help. */
  readonly onGivenUp: () => void;
}

/** Starts an engine in a process of its own and keeps it running, with growing pauses between restarts. */
export function startEngine(options: EngineOptions): EngineProcess {
  let stopping = false;
  let failures = 0;
  let child = fork();

  function fork(): UtilityProcess {
    const started = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', options.role, '--data-dir', options.dataDir], {
      serviceName: `Carrel ${options.role}`,
    });
    const startedAt = performance.now();
    started.on('message', (message: FromEngine) => { options.onMessage(message); });
    started.once('exit', () => { ended(performance.now() - startedAt); });
    return started;
  }

  function ended(ranFor: number): void {
    if (stopping) return;
    failures = ranFor > healthyAfter ? 1 : failures + 1;
    if (failures > restartLimit) {
      options.onGivenUp();
      return;
    }
    setTimeout(() => {
      if (stopping) return;
      child = fork();
      options.onStart();
    }, firstPause * 2 ** (failures - 1));
  }

  queueMicrotask(options.onStart);
  return {
    send: (message) => { child.postMessage(message); },
    openPort: () => {
      const { port1, port2 } = new MessageChannelMain();
      child.postMessage({ type: 'port' } satisfies ToEngine, [port1]);
      return port2;
    },
    stop: () => new Promise((resolve) => {
      stopping = true;
      if (child.pid === undefined) {
        resolve();
        return;
      }
      child.once('exit', () => { resolve(); });
      child.kill();
    }),
  };
}
