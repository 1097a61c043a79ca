import type { StudyStatus, SyncProgress, SyncResult } from '../../shared/status.ts';
import { ProxyWantsSignIn } from '../client/proxy-sign-in.ts';
import { createService } from '../client/service.ts';
import { auditOutcome } from './audit-outcome.ts';
import { createPageReader } from './page-reader.ts';
import { overallOutcome } from './overall-outcome.ts';
import { paced } from './progress.ts';
import { studyFiles } from './study-files.ts';
import type { SyncHost } from '../vault/sync-host.ts';
import type { SyncListeners, SyncRequest } from './sync-request.ts';
import { syncStudy } from './sync-study.ts';

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
      });
      studies.push(status);
      await auditOutcome(host, status, request.acceptShrink);
      for (const dataset of status.datasets) listeners.onDataset?.(study, dataset);
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
