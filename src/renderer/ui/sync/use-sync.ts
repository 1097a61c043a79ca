import { useCallback } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import { startSync } from '../../data/model/actions.ts';
import { useModel, useApp } from '../../data/model/model-context.ts';
import { showFailure } from '../parts/toasts.tsx';
import { maySync, offlineReason } from '../../data/model/network-state.ts';
import { useStore } from '../../data/model/store.ts';
import { hasCopy } from '../../data/model/studies-state.ts';

/** Starts and cancels syncs; errors are shown in a toast. */
export function useSync(): { readonly start: (studies: readonly string[]) => void; readonly cancel: () => void } {
  const model = useModel();
  const start = useCallback(
    (studies: readonly string[]) => {
      startSync(model, studies).catch((error: unknown) => {
        // A cancelled run is reported with its outcome.
        if (reportOf(error).code !== 'CANCELLED') showFailure('The sync did not run', error);
      });
    },
    [model],
  );
  const cancel = useCallback(() => {
    model.data.call('sync.cancel').catch((error: unknown) => {
      showFailure('The sync could not be cancelled', error);
    });
  }, [model]);
  return { start, cancel };
}

interface SyncGate {
  /** False if a sync cannot succeed now. */
  readonly allowed: boolean;
  /** Why a sync cannot succeed, or may fail; null if there is no reason. */
  readonly reason: string | null;
}

/** Shown if the data folder belongs to another account or its disk is mounted read-only. */
export const readOnlyReason =
  'This account has read-only access to the data folder: mirrored data can be read, but nothing can be synced, exported or changed.';

/** Whether a sync may be started now. */
export function useSyncGate(demo: boolean): SyncGate {
  const { connection, readOnly } = useApp();
  const model = useModel();
  const network = useStore(model.network);
  const mirrored = (useStore(model.studies).cards ?? []).some(hasCopy);
  if (readOnly) return { allowed: false, reason: readOnlyReason };
  if (connection === null)
    return { allowed: false, reason: 'No service is set up here; the studies came from site packs. Connect to a service to sync.' };
  return { allowed: maySync(network, demo), reason: offlineReason(network, demo, mirrored) };
}
