import { join } from 'node:path';
import { utilityProcess, type UtilityProcess } from 'electron';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { FromEngine, StudyAccess, ToEngine } from '../../shared/engine-protocol.ts';
import { answerAsk, type AskHost } from './answer-ask.ts';
import { killEngine } from './end-engine.ts';

/** Caches what the first screens need, one piece of work at a time, in a process that ends when its work is done. */
export interface Preparer {
  /** Call when a dataset of which nothing is shown was collected. Its columns are read before anything else that waits. */
  readAhead(study: string, dataset: DatasetName): void;
  /** Call when the sync of these studies has ended. Columns of theirs that are still being read ahead are given up. */
  prepare(studies: readonly string[]): void;
  /** Call when the list of studies, or what opens them, has changed. */
  showStudies(studies: readonly StudyAccess[]): void;
  /** Stops the process. What is not cached is computed when it is requested. */
  stop(): Promise<void>;
}

type Work = Extract<ToEngine, { type: 'prepare' | 'read-ahead' }>;

interface PreparerOptions {
  readonly dataDir: string;
  readonly studies: () => readonly StudyAccess[];
  readonly ask: AskHost;
}

export function createPreparer({ dataDir, studies, ask }: PreparerOptions): Preparer {
  let waiting: readonly Work[] = [];
  let now: Work | null = null;
  let engine: UtilityProcess | null = null;
  let isStopped = false;
  const next = (): void => {
    const [work, ...rest] = waiting;
    if (engine !== null || isStopped || work === undefined) return;
    waiting = rest;
    now = work;
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
      now = null;
      next();
    });
    send({ type: 'studies', studies: studies() });
    send(work);
  };
  return {
    readAhead: (study, dataset) => {
      waiting = [{ type: 'read-ahead', study, dataset }, ...waiting];
      next();
    },
    prepare: (asked) => {
      const rest = waiting.filter(({ study }) => !asked.includes(study));
      waiting = [...rest, ...asked.map((study) => ({ type: 'prepare', study }) as const)];
      if (now?.type === 'read-ahead' && asked.includes(now.study)) engine?.kill();
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
