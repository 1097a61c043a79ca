import { setTimeout as sleep } from 'node:timers/promises';
import type { FromEngine, Interrupted } from '../../shared/engine-protocol.ts';

/** Tracks the sync that the writer runs, and what is left of it after a stop. */
export interface WriterRun {
  hear(message: FromEngine): void;
  /** Call when the writer was restarted, because no sync outlives its process. */
  forget(): void;
  /**
   * Returns what is left of the sync after a stop was sent. If the writer does not answer in time, the whole sync is left: the part that
   * is done will quickly be found unchanged.
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
