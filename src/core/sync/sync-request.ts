import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { DatasetStatus, SyncPause, SyncProgress } from '../../shared/status.ts';
import type { RunSettings } from '../client/service.ts';

export interface SyncRequest {
  readonly studies: readonly string[];
  /** These datasets only; null: all of them. */
  readonly only: readonly DatasetName[] | null;
  /** Take over a dataset that lost most of its records instead of holding it back. */
  readonly acceptShrink: boolean;
  /** Show what adds up in place of a confirmed copy, though it kept changing while it was confirmed. */
  readonly acceptUnconfirmed?: boolean;
  /** False: pages are read once, and the first and last twice. */
  readonly confirm?: boolean;
}

export interface SyncListeners {
  /** Aborting it stops the run cleanly: staged pages stay, and the next run goes on from them. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SyncProgress) => void;
  /** Called when the run waits: for the network, or because the service failed or asked for it. */
  readonly onPause?: (pause: SyncPause) => void;
  /** Called when a request that waited has come to its end, whether or not it brings a page. */
  readonly onResume?: () => void;
  /** Called for each dataset once its outcome is durable. */
  readonly onDataset?: (study: string, status: DatasetStatus) => void;
  readonly network?: RunSettings;
}
