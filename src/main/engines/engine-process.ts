import { join } from 'node:path';
import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { EngineRole, FromEngine, ToEngine } from '../../shared/engine-protocol.ts';
import { planRestart } from '../platform/restart-policy.ts';
import { killEngine } from './end-engine.ts';

export interface EngineProcess {
  /** False once restarts did not help. */
  readonly isKept: boolean;
  /** False between two starts, and once it was given up. */
  readonly isRunning: boolean;
  /** Nothing is sent while the process is between two starts: `onStart` follows. */
  send(message: ToEngine): void;
  /** One end of a new channel to this engine; null while it is between two starts, or given up. */
  openPort(): MessagePortMain | null;
  /** Resolves when the process has ended; it is not restarted. */
  stop(): Promise<void>;
}

interface EngineOptions {
  readonly role: EngineRole;
  readonly dataDir: string;
  /** `reply` reaches the very process that sent the message, not the one that was started after it. */
  readonly onMessage: (message: FromEngine, reply: (message: ToEngine) => void) => void;
  /** After each start but the first: send it what it needs, hand out its port. */
  readonly onStart: () => void;
  /** Restarts did not help. */
  readonly onGivenUp: () => void;
}

/** Starts an engine in a process of its own and keeps it running, with growing pauses between restarts. */
export function startEngine(options: EngineOptions): EngineProcess {
  let state: 'kept' | 'given-up' | 'stopping' = 'kept';
  let failures = 0;
  let child: UtilityProcess | null = fork();

  function fork(): UtilityProcess {
    const started = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', options.role, '--data-dir', options.dataDir], {
      serviceName: `Carrel ${options.role}`,
    });
    const startedAt = performance.now();
    started.on('message', (message: FromEngine) => {
      options.onMessage(message, (answer) => {
        started.postMessage(answer);
      });
    });
    started.once('exit', () => {
      ended(performance.now() - startedAt);
    });
    return started;
  }

  function ended(ranFor: number): void {
    child = null;
    if (state === 'stopping') return;
    const restart = planRestart(failures, ranFor);
    if (restart === 'give-up') {
      state = 'given-up';
      options.onGivenUp();
      return;
    }
    failures = restart.failures;
    setTimeout(startAgain, restart.pause);
  }

  function startAgain(): void {
    if (state === 'stopping') return;
    child = fork();
    options.onStart();
  }

  return {
    get isKept() {
      return state === 'kept';
    },
    get isRunning() {
      return child !== null;
    },
    send: (message) => {
      child?.postMessage(message);
    },
    openPort: () => {
      if (child === null) return null;
      const { port1, port2 } = new MessageChannelMain();
      child.postMessage({ type: 'port' } satisfies ToEngine, [port1]);
      return port2;
    },
    stop: async () => {
      state = 'stopping';
      if (child !== null) await killEngine(child);
    },
  };
}
