import type { ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import type { StudyStatus } from '../../../shared/status.ts';
import { useSync, useSyncGate } from './use-sync.ts';
import { datasetIcons } from '../parts/icon.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { listed } from '../parts/as-of.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Empty } from '../parts/states.tsx';

/** Filters these datasets to those without a completed pass, keeping their order. */
export function notMirrored({ datasets }: StudyStatus, names: readonly DatasetName[]): readonly DatasetName[] {
  return names.filter((name) => (datasets.find(({ dataset }) => dataset === name)?.asOf ?? null) === null);
}

/** "vitals and responses are not mirrored yet"; null if there are none. */
export function notMirroredWords(names: readonly DatasetName[]): string | null {
  return names.length === 0 ? null : `${listed(names.map((name) => datasetTitles[name].toLowerCase()))} are not mirrored yet`;
}

interface Props {
  readonly card: StudyCard;
  readonly dataset: DatasetName;
}

/** Replaces a dataset that was never mirrored: shows its last sync error, and a sync button if a sync can run now. */
export function NotMirrored({ card: { study, status, demo }, dataset }: Props): ReactNode {
  const { start } = useSync();
  const { allowed, reason } = useSyncGate(demo);
  const isRunning = useStore(useModel().sync).has(study);
  const reported = status.datasets.find((one) => one.dataset === dataset)?.error?.message ?? null;
  const waits = isRunning ? 'A sync is running.' : (reason ?? (reported === null ? 'A sync reads them from the service.' : ''));
  return (
    <Empty
      icon={datasetIcons[dataset]}
      title={`The ${datasetTitles[dataset].toLowerCase()} of this study are not mirrored yet`}
      says={[reported ?? '', waits].filter((words) => words !== '').join(' ')}
      {...(allowed && !isRunning
        ? {
            step: {
              label: 'Sync',
              take: () => {
                start([study]);
              },
            },
          }
        : {})}
    />
  );
}
