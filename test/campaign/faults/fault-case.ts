import type { FaultBench } from '../bench/fault-bench.ts';

/** One promise of faults.md: what is done, and what must be seen. */
export interface FaultCase {
  readonly id: `F${number}`;
  /** What is done and what must be seen, one line. */
  readonly title: string;
  /** Waits for more than some three seconds: long form only. A compressed variant belongs to the short form. */
  readonly slow?: true;
  /** True: makes sense for the real command line only, in the short form too. False: always in this process. Usually the long form runs processes. */
  readonly process?: boolean;
  run(bench: FaultBench): Promise<void>;
}

/** Thrown by a case that this machine cannot show; its message says why. It never counts as passed. */
export class Skipped extends Error {}
