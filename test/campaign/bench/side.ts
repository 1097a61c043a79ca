import type { Connection } from '../../../src/shared/connection.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { StudyStatus } from '../../../src/shared/status.ts';
import type { NetworkSettings } from '../../../src/core/client/service.ts';
import type { ReadableStudy } from '../../../src/core/store/database/study.ts';

export interface SyncArgs {
  /** Study numbers; by default the bench's study. */
  readonly studies?: readonly string[];
  readonly only?: readonly DatasetName[];
  readonly acceptShrink?: true;
  /** Short deadlines and the like, in this process only; the command line has the default ones. */
  readonly network?: NetworkSettings;
  /** Environment of the process; ignored in this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the run as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** How a sync ended, as the command line reports it. */
export interface Outcome {
  /** Exit code. */
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly studies: readonly StudyStatus[];
  /** Everything written where somebody could read it: stdout, stderr, audit events, and the argv and environment of a process. */
  readonly text: string;
  readonly milliseconds: number;
  /** Peak resident memory of the process, MiB; null in this process. */
  readonly peakRss: number | null;
}

/** Carrel with a data folder, in this process or as the real command line. */
export interface Side {
  readonly folder: string;
  sync(args: SyncArgs & { readonly studies: readonly string[] }): Promise<Outcome>;
  /** Reads what is visible of a study; null if it was never mirrored. */
  read<T>(study: string, use: (opened: ReadableStudy) => T): Promise<T | null>;
  /** Sets the service to use from now on. */
  connectTo(connection: Connection, secret: string): Promise<void>;
  remove(): void;
}
