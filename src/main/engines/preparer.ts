import { join } from 'node:path';
import { utilityProcess, type UtilityProcess } from 'electron';
import type { FromEngine, StudyAccess, ToEngine } from '../../shared/engine-protocol.ts';
import { answerAsk, type AskHost } from './answer-ask.ts';
import { killEngine } from './end-engine.ts';

/** Caches what the first screens need, one study at a time, in a process that ends when its work is done. */
export interface Preparer {
  /** Call when a sync of these studies has ended. */
  prepare(studies: readonly string[]): void;
  /** Call when the list of studies, or what opens them, has changed. */
  showStudies(studies: readonly StudyAccess[]): void;
  /** Stops the process. What is not cached is computed when it is requested. */
  stop(): Promise<void>;
}

interface PreparerOptions {
  readonly dataDir: string;
  readonly studies: () => readonly StudyAccess[];
  readonly ask: AskHost;
}

export function createPreparer({ dataDir, studies, ask }: PreparerOptions): Preparer {
  let waiting: readonly string[] = [];
  let engine: UtilityProcess | null = null;
  let isStopped = false;
  const next = (): void => {
    const [study, ...rest] = waiting;
    if (engine !== null || isStopped || study === undefined) return;
    waiting = rest;
    const started = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', 'preparer', '--data-dir', dataDir], {
      serviceName: 'Carrel preparer',
    });
    engine = started;
    const send = (message: ToEngine): void => {
      started.postMessage(message);
    };
    started.on('message', (message: FromEngine) => {
      if (message.type === 'prepared') started.kill();
      void answerAsk(ask, message).then((answer) => {
        if (answer !== null) send(answer);
      });
    });
    started.once('exit', () => {
      engine = null;
      next();
    });
    send({ type: 'studies', studies: studies() });
    send({ type: 'prepare', study });
  };
  return {
    prepare: (asked) => {
      waiting = [...waiting.filter((study) => !asked.includes(study)), ...asked];
      next();
    },
    showStudies: (known) => {
      engine?.postMessage({ type: 'studies', studies: known } satisfies ToEngine);
    },
    stop: async () => {
      isStopped = true;
      if (engine !== null) await killEngine(engine);
    },
  };
}
