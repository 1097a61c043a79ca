import type { Engines } from './engines.ts';

/** Time that a locked page gets for its first frame, in milliseconds. */
const untilDrawn = 1000;

/** Engines that wait for the next unlock, which then need not wait for them. They have no key and know no study. */
export interface EnginesAhead {
  /** Starts them after a pause, unless they are waiting already. */
  readonly prepare: () => void;
  /** Hands over those that wait, or new ones if none wait or their reader was given up. */
  readonly take: () => Engines;
  readonly stop: () => Promise<void>;
}

export function createEnginesAhead(start: () => Engines): EnginesAhead {
  let waiting: Engines | null = null;
  let pause: NodeJS.Timeout | undefined;
  const handOver = (): Engines | null => {
    clearTimeout(pause);
    const handed = waiting;
    waiting = null;
    return handed;
  };
  return {
    prepare: () => {
      if (waiting !== null) return;
      clearTimeout(pause);
      pause = setTimeout(() => {
        waiting = start();
      }, untilDrawn);
    },
    take: () => {
      const handed = handOver();
      if (handed?.isUsable() === true) return handed;
      // Its reader stopped again and again while it waited.
      void handed?.stop();
      return start();
    },
    stop: async () => {
      await handOver()?.stop();
    },
  };
}
