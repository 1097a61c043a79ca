import type { FaultBench } from '../bench/fault-bench.ts';

/** One promise of the table of faults in docs/reliability.md. */
export interface FaultCase {
  readonly id: `F${number}`;
  /** What is done and what must result, in one line. */
  readonly title: string;
  /** Waits for more than about three seconds: long form only. A compressed variant belongs to the short form. */
  readonly slow?: true;
  /** True: only for the real command line, in the short form too. False: always in this process. Default: a process in the long form. */
  readonly process?: boolean;
  run(bench: FaultBench): Promise<void>;
}

/** Thrown by a case that cannot run on this machine; its message says why. It never counts as passed. */
export class Skipped extends Error {}
