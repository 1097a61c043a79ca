import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds of work after which other work gets a turn. */
const atOnce = 12;

/** Long work in slices: call `if (slices.due()) await slices.rest()` wherever it may be interrupted. */
export interface Slices {
  due(): boolean;
  /** Throws {@link NoLongerWanted}. */
  rest(): Promise<void>;
}

/** Ends work whose result is no longer needed. */
export class NoLongerWanted extends Error {}

/** Milliseconds between checks whether other work is done. */
const untilNextCheck = 5;

/** `isOthersTurn`: pauses as long as it returns true. */
export function createSlices(isWanted: () => boolean = () => true, isOthersTurn: () => boolean = () => false): Slices {
  let since = performance.now();
  return {
    due: () => performance.now() - since >= atOnce,
    rest: async () => {
      await setImmediate();
      while (isWanted() && isOthersTurn()) await setTimeout(untilNextCheck);
      if (!isWanted()) throw new NoLongerWanted();
      since = performance.now();
    },
  };
}

/** Work that others wait for. */
export interface Awaited {
  readonly add: (work: Promise<unknown>) => void;
  /** Whether any of it has not ended. */
  readonly isAny: () => boolean;
}

export function createAwaited(): Awaited {
  let running = 0;
  const end = (): void => {
    running--;
  };
  return {
    add: (work) => {
      running++;
      work.then(end, end);
    },
    isAny: () => running > 0,
  };
}

/** Steps of a long loop between checks of the clock. */
export const stepsBetweenChecks = 16_384;
