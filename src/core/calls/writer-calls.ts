import type { Interrupted } from '../../shared/engine-protocol.ts';
import type { DatasetStatus, SyncProgress, SyncResult } from '../../shared/status.ts';
import { AppError } from '../../shared/errors.ts';
import type { Emit, Handlers } from '../../shared/rpc.ts';
import type { RunSettings } from '../client/service.ts';
import { removeAnnotation, writeAnnotation } from '../annotations/write-annotations.ts';
import { keepRules } from '../checks/keep-rules.ts';
import { changeTerms } from '../terms/change-terms.ts';
import { decidePendingReview, type PendingReviewChoice } from '../sync/pending-review.ts';
import { markChangesViewed } from '../sync/mark-changes-viewed.ts';
import { sharedStudyFiles } from '../sync/writable-files.ts';
import type { SyncHost } from '../vault/studies/sync-host.ts';
import { syncStudies, type SyncListeners } from '../sync/sync-studies.ts';

interface Running {
  readonly studies: readonly string[];
  readonly only: Interrupted['only'];
  readonly control: AbortController;
  /** The latest progress of each study and dataset. */
  readonly progress: Map<string, SyncProgress>;
}

/** The writer engine: its calls, and how to stop it. */
export interface Writer {
  readonly handlers: Handlers<'writer'>;
  /** Stops a running sync and keeps the pages that it has read. Resolves with what is left of it, or null if none was running. */
  readonly stop: () => Promise<Interrupted | null>;
}

/**
 * Runs one sync at a time; a second one throws BUSY. `onRun` receives what a sync will mirror when it begins, and null when it has ended.
 * `preparing`: for whoever prepares answers of what a sync brings.
 */
export function createWriter(
  host: SyncHost,
  emit: Emit,
  network: RunSettings = {},
  onRun: (run: Interrupted | null) => void = () => undefined,
  preparing: Pick<SyncListeners, 'onFirstCollected' | 'onStudy'> = {},
): Writer {
  const files = sharedStudyFiles(host);
  let running: Running | null = null;
  let ended: Promise<SyncResult | null> = Promise.resolve(null);
  const decide = async (choice: PendingReviewChoice): Promise<DatasetStatus> => {
    if (running !== null) throw new AppError('BUSY', 'A sync is running. Decide once it has finished, or cancel it.');
    const status = await decidePendingReview(host, choice);
    emit('sync.dataset', { study: choice.study, status });
    return status;
  };
  const mirror = async (now: Running): Promise<SyncResult> => {
    try {
      const result = await syncStudies(
        host,
        { studies: now.studies, only: now.only, acceptShrink: false },
        {
          signal: now.control.signal,
          network,
          ...preparing,
          onProgress: (progress) => {
            now.progress.set(`${progress.dataset} ${progress.study}`, progress);
            emit('sync.progress', progress);
          },
          onPause: (pause) => emit('sync.pause', pause),
          onResume: () => emit('sync.resume', undefined),
          onDataset: (study, status) => emit('sync.dataset', { study, status }),
        },
        files,
      );
      emit('sync.done', result);
      return result;
    } finally {
      running = null;
      onRun(null);
    }
  };
  const stop = async (): Promise<Interrupted | null> => {
    if (running === null) return null;
    const { studies, only, control } = running;
    control.abort();
    return { studies: studiesLeft(studies, await ended), only };
  };
  const handlers: Handlers<'writer'> = {
    'sync.start': ({ studies, only }) => {
      if (running !== null) throw new AppError('BUSY', 'A sync is running already. Wait for it to end, or cancel it.');
      const now: Running = { studies, only, control: new AbortController(), progress: new Map() };
      running = now;
      onRun({ studies, only });
      const run = mirror(now);
      ended = run.catch(() => null);
      return run;
    },
    'sync.cancel': () => {
      running?.control.abort();
      return undefined;
    },
    'sync.running': () => ({ studies: [...(running?.studies ?? [])], progress: [...(running?.progress.values() ?? [])] }),
    'shrink.accept': async (pending) => decide({ ...pending, choice: 'accept' }),
    'shrink.discard': async (pending) => decide({ ...pending, choice: 'discard' }),
    'changes.looked': async (looked) => markChangesViewed(host, files, looked),
    'annotations.write': async (written) => writeAnnotation(host, files, written),
    'terms.write': async (change) => changeTerms(host, files, change),
    'checks.keep': async (kept) => keepRules(host, files, kept),
    'annotations.remove': async (removed) => removeAnnotation(host, files, removed),
  };
  return { handlers, stop };
}

/** The studies that a run did not complete; all of them if it failed. */
function studiesLeft(studies: readonly string[], result: SyncResult | null): readonly string[] {
  const done = (result?.studies ?? []).filter(({ datasets }) => datasets.every(({ error }) => error?.code !== 'CANCELLED'));
  return studies.filter((study) => !done.some((status) => status.study === study));
}
