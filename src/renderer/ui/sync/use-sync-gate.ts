import { useApp, useModel } from '../../data/model/model-context.ts';
import { maySync, offlineReason } from '../../data/model/network-state.ts';
import { useStore } from '../../data/model/store.ts';
import { hasCopy } from '../../data/model/studies-state.ts';

interface SyncGate {
  /** False where a sync cannot succeed as things are. */
  readonly allowed: boolean;
  /** Why it cannot, or may not; null where nothing speaks against it. */
  readonly reason: string | null;
}

/** Said where the data folder belongs to another account, or its disk is mounted read-only. */
export const readOnlyReason =
  'The data folder may only be read by this account: what was mirrored can be read, but nothing can be synced, exported or changed.';

/** Whether a sync may be started now. */
export function useSyncGate(demo: boolean): SyncGate {
  const { connection, readOnly } = useApp();
  const model = useModel();
  const network = useStore(model.network);
  const mirrored = (useStore(model.studies).cards ?? []).some(hasCopy);
  if (readOnly) return { allowed: false, reason: readOnlyReason };
  if (connection === null)
    return { allowed: false, reason: 'No service is set up here: what is here came in site packs. Connect to a service to sync.' };
  return { allowed: maySync(network, demo), reason: offlineReason(network, demo, mirrored) };
}
