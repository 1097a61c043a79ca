import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const atOnce = 12;

/** Long work in slices: `if (slices.due()) await slices.rest()` wherever it may be interrupted. */
export interface Slices {
  due(): boolean;
  /** Throws {@link NoLongerWanted}. */
  rest(): Promise<void>;
}

/** Ends work that nobody waits for any more. */
export class NoLongerWanted extends Error {}

export function createSlices(isWanted: () => boolean = () => true): Slices {
  let since = performance.now();
  return {
    due: () => performance.now() - since >= atOnce,
    rest: async () => {
      await setImmediate();
      if (!isWanted()) throw new NoLongerWanted();
      since = performance.now();
    },
  };
}

/** Steps of a long loop between two looks at the clock. */
export const stepsBetweenLooks = 16_384;
