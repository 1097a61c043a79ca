import type { StudyStatus } from '../../shared/status.ts';
import { overallOutcome } from './overall-outcome.ts';
import type { SyncHost } from '../vault/sync-host.ts';

/** Records a study's outcome in the audit trail: states and counts, never a record. */
export async function auditOutcome(host: SyncHost, { study, datasets }: StudyStatus, acceptShrink: boolean): Promise<void> {
  const { category } = overallOutcome([{ study, datasets }], false);
  await host.audit({
    kind: 'sync',
    study,
    outcome: category,
    acceptShrink,
    datasets: datasets.map(({ dataset, state, records, generation, added, changed, vanished, error }) => ({
      dataset,
      state,
      records,
      generation,
      added,
      changed,
      vanished,
      error: error?.category ?? null,
    })),
  });
}
