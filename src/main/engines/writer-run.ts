import { setTimeout as sleep } from 'node:timers/promises';
import type { FromEngine, Interrupted } from '../../shared/engine-protocol.ts';

/** What main knows of the writer's run: it is told when one begins and ends, and asks for what is left of it at a stop. */
export interface WriterRun {
  hear(message: FromEngine): void;
  /** The writer was started anew: no run outlives its process. */
  forget(): void;
  /**
   * What is left of the run after a stop was sent. A writer that does not answer in so many milliseconds leaves all of it: what it
   * has done of it is soon found unchanged.
   */
  left(timeoutMs: number): Promise<Interrupted | null>;
}

export function createWriterRun(): WriterRun {
  const stopped = Promise.withResolvers<Interrupted | null>();
  let running: Interrupted | null = null;
  return {
    hear: (message) => {
      if (message.type === 'stopped') stopped.resolve(message.interrupted);
      if (message.type === 'syncing') running = message.run;
    },
    forget: () => {
      running = null;
    },
    left: async (timeoutMs) => Promise.race([stopped.promise, sleep(timeoutMs, null, { ref: false }).then(() => running)]),
  };
}
