import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { DatasetStatus, SyncPause, SyncProgress } from '../../shared/status.ts';
import type { RunSettings } from '../client/service.ts';

export interface SyncRequest {
  readonly studies: readonly string[];
  /** Only these datasets; null: all. */
  readonly only: readonly DatasetName[] | null;
  /** Accept a dataset that lost most of its records instead of holding it for review. */
  readonly acceptShrink: boolean;
  /** Show a consistent copy in place of a confirmed one although the data kept changing during confirmation. */
  readonly acceptUnconfirmed?: boolean;
  /** False: pages are read once, the first and last twice. */
  readonly confirm?: boolean;
}

export interface SyncListeners {
  /** Aborting it stops the run cleanly: staged pages stay, and the next run resumes there. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SyncProgress) => void;
  /** Called when the run waits for the network, or because the service failed or asked for it. */
  readonly onPause?: (pause: SyncPause) => void;
  /** Called when a request that had to wait has ended, whether or not it returned a page. */
  readonly onResume?: () => void;
  /** Called for each dataset once its outcome is durable. */
  readonly onDataset?: (study: string, status: DatasetStatus) => void;
  readonly network?: RunSettings;
}
