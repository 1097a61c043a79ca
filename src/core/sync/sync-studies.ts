import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { DatasetStatus, StudyStatus, SyncPause, SyncProgress, SyncResult } from '../../shared/status.ts';
import { ProxyWantsSignIn } from '../client/proxy-sign-in.ts';
import { createService, type RunSettings } from '../client/service.ts';
import { createPageReader } from './page-reader.ts';
import { overallOutcome } from './overall-outcome.ts';
import { paced } from './progress.ts';
import { studyFiles } from './writable-files.ts';
import type { SyncHost } from '../vault/studies/sync-host.ts';
import { syncStudy } from './sync-study.ts';

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
  /** Called for each dataset of which nothing is shown yet, once all its records were collected and before they are confirmed. */
  readonly onFirstCollected?: (study: string, dataset: DatasetName, records: number) => void;
  /** Called for each dataset once its outcome is durable. */
  readonly onDataset?: (study: string, status: DatasetStatus) => void;
  /** Called for each study once the outcomes of all its datasets are durable. */
  readonly onStudy?: (study: string) => void;
  readonly network?: RunSettings;
}

/**
 * Mirrors studies one after the other as the only writer of the data folder. Failures of a study or dataset are part of the result. Throws
 * only what prevents the run from starting: USAGE (nothing connected, invalid address), BUSY.
 */
export async function syncStudies(
  host: SyncHost,
  request: SyncRequest,
  listeners: SyncListeners = {},
  files = studyFiles(host),
): Promise<SyncResult> {
  const { connection, secret, route } = await host.credentials();
  const signal = listeners.signal ?? new AbortController().signal;
  const service = createService({
    connection,
    secret,
    signal,
    network: { ...listeners.network, ...route },
    onPause: listeners.onPause,
    onResume: listeners.onResume,
  });
  const release = await files.lock();
  const reader = createPageReader(signal);
  try {
    const onProgress = paced<SyncProgress>((progress) => listeners.onProgress?.(progress));
    const studies: StudyStatus[] = [];
    for (const study of new Set(request.studies)) {
      if (signal.aborted) break;
      const status = await syncStudy({
        host,
        files,
        service,
        reader,
        study,
        only: request.only,
        acceptShrink: request.acceptShrink,
        demands: { confirm: request.confirm ?? true, acceptUnconfirmed: request.acceptUnconfirmed ?? false },
        signal,
        onProgress,
        onFirstCollected: (...collected) => listeners.onFirstCollected?.(...collected),
      });
      studies.push(status);
      await auditOutcome(host, status, request.acceptShrink);
      for (const dataset of status.datasets) listeners.onDataset?.(study, dataset);
      listeners.onStudy?.(study);
    }
    const ended = service.ended();
    if (ended instanceof ProxyWantsSignIn) await host.proxyAsks(ended.asks);
    return overallOutcome(studies, signal.aborted);
  } finally {
    await reader.close();
    release();
    service.close();
  }
}

/** Records a study's outcome in the audit trail: states and counts, never a record. */
async function auditOutcome(host: SyncHost, { study, datasets }: StudyStatus, acceptShrink: boolean): Promise<void> {
  const { code } = overallOutcome([{ study, datasets }], false);
  await host.audit({
    kind: 'sync',
    study,
    outcome: code,
    acceptShrink,
    datasets: datasets.map(({ dataset, state, records, generation, added, changed, vanished, error }) => ({
      dataset,
      state,
      records,
      generation,
      added,
      changed,
      vanished,
      error: error?.code ?? null,
    })),
  });
}
