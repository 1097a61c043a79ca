import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { shareOf, type StudySync } from '../../data/model/sync-state.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { mod } from '../../ui/keys/key-map.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { describeNextTry, describeProgress, describeWait } from '../../ui/parts/progress-words.ts';
import { useSyncGate } from '../../ui/sync/use-sync-gate.ts';
import { useSync } from '../../ui/sync/use-sync.ts';

/** The sync button of a study, which turns into its progress with a way to stop. */
export function SyncControl({ study, demo }: { readonly study: string; readonly demo: boolean }): ReactNode {
  const model = useModel();
  const running = useStore(model.sync).get(study);
  const { start } = useSync();
  const { allowed, reason } = useSyncGate(demo);
  const sync = useCallback(() => {
    start([study]);
  }, [start, study]);
  useCommand('sync', allowed && running === undefined ? sync : null);
  if (running !== undefined) return <RunningSync sync={running} />;
  return (
    <Tooltip label={allowed ? `Read what changed at the service (${mod} R)` : reason}>
      <Button
        className="sync-button"
        data-disabled={!allowed}
        aria-disabled={!allowed}
        onClick={() => {
          if (allowed) sync();
        }}
        leftSection={<Glyph of={IconRefresh} size={14} />}
      >
        Sync
      </Button>
    </Tooltip>
  );
}

function RunningSync({ sync }: { readonly sync: StudySync }): ReactNode {
  const { cancel } = useSync();
  const wait = useStore(useModel().wait);
  const share = sync.progress === null ? 0 : shareOf(sync.progress);
  return (
    <div className="sync-progress" role="group" aria-label="Sync in progress">
      <Glyph of={IconRefresh} size={14} />
      <span aria-live="off">
        {wait === null ? describeProgress(sync.progress) : describeWait(wait)}
        {wait !== null && <span className="sync-next-try">, {describeNextTry(wait)}</span>}
      </span>
      <Tooltip label="Cancel the sync; what is mirrored stays">
        <ActionIcon size={24} aria-label="Cancel the sync" onClick={cancel}>
          <Glyph of={IconX} size={14} />
        </ActionIcon>
      </Tooltip>
      <Progress value={(share ?? 0) * 100} aria-label="Share of this dataset" />
    </div>
  );
}
