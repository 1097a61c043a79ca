import { join } from 'node:path';
import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { EngineRole, FromEngine, ToEngine } from '../../shared/engine-protocol.ts';
import { planRestart } from '../platform/restart-policy.ts';
import { killEngine } from './end-engine.ts';

export interface EngineProcess {
  /** False after the engine was given up or stopped. */
  readonly isUsable: boolean;
  /** False between two starts, and after the engine was given up. */
  readonly isRunning: boolean;
  /** Sends nothing between two starts, because `onStart` follows. */
  send(message: ToEngine): void;
  /** Returns one end of a new channel to this engine, or null between two starts and after it was given up. */
  openPort(): MessagePortMain | null;
  /** Ends the process without a restart; resolves when it has ended. */
  stop(): Promise<void>;
}

interface EngineOptions {
  readonly role: EngineRole;
  readonly dataDir: string;
  /** `reply` goes to the process that sent the message, not to one that was started after it. */
  readonly onMessage: (message: FromEngine, reply: (message: ToEngine) => void) => void;
  /** Called after each restart, to send the engine what it needs and hand out its port. */
  readonly onStart: () => void;
  /** Called after the last restart has failed. */
  readonly onGivenUp: () => void;
}

/** Starts an engine in a separate process and restarts it when it ends, after growing pauses. */
export function startEngine(options: EngineOptions): EngineProcess {
  let state: 'usable' | 'given-up' | 'stopping' = 'usable';
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
    get isUsable() {
      return state === 'usable';
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
