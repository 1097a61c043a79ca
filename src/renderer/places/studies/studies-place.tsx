import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { readOnlyReason, useSyncGate } from '../../ui/sync/use-sync-gate.ts';
import { useSync } from '../../ui/sync/use-sync.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { refreshStudies } from '../../data/model/actions.ts';
import { useApp, useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { PackDialog } from '../../tasks/packs/pack-dialog.tsx';
import { OfflineBadge } from '../../ui/parts/badges.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { AddStudyDialog } from './add-study-dialog.tsx';
import { RenewStudyDialog } from './renew-study-dialog.tsx';
import { StudiesFoot } from './studies-foot.tsx';
import { StudiesHead } from './studies-head.tsx';
import { StudyCards } from './study-cards.tsx';
import { WipeStudyDialog } from './wipe-study-dialog.tsx';
import { ServiceLine } from './service-line.tsx';
import './studies.css';

/** A card a study, and what can be done with all of them. */
export function StudiesPlace(): ReactNode {
  const model = useModel();
  const { connection, readOnly } = useApp();
  const gate = useSyncGate(connection?.demo ?? false);
  const { cards, error } = useStore(model.studies);
  const { start } = useSync();
  const [adding, setAdding] = useState(false);
  const [packing, setPacking] = useState<string | null>(null);
  const [wiping, setWiping] = useState<string | null>(null);
  const [renewing, setRenewing] = useState<string | null>(null);
  const allowed = gate.allowed && (cards?.length ?? 0) > 0;
  const syncAll = useCallback(() => {
    start((model.studies.get().cards ?? []).map((card) => card.study));
  }, [start, model]);
  const add = useCallback(() => {
    setAdding(true);
  }, []);
  useCommand('sync', allowed ? syncAll : null);
  const offline = connection === null || readOnly ? null : gate.reason;
  const packed = cards?.find(({ study }) => study === packing);
  return (
    <div className="studies-frame">
      <TopBar>
        <div className="top-bar-space" />
        {offline === null ? <ServiceLine /> : <OfflineBadge reason={offline} />}
      </TopBar>
      <main className="studies">
        {error !== null && (
          <ErrorStrip
            error={error}
            step={{
              label: 'Try again',
              take: () => {
                void refreshStudies(model);
              },
            }}
          />
        )}
        <div className="studies-in">
          <StudiesHead
            cards={cards}
            syncReason={gate.allowed ? ((cards?.length ?? 0) > 0 ? null : 'There is no study to sync yet. Add one first.') : gate.reason}
            onSyncAll={syncAll}
            onAdd={add}
          />
          {readOnly && (
            <p className="note note-warn">
              <Glyph of={IconAlertTriangle} />
              <span>{readOnlyReason}</span>
            </p>
          )}
          <StudyCards cards={cards} onAdd={add} onPack={setPacking} onWipe={setWiping} onRenew={setRenewing} />
          <StudiesFoot />
        </div>
      </main>
      <AddStudyDialog
        opened={adding}
        onClose={() => {
          setAdding(false);
        }}
      />
      {packed !== undefined && (
        <PackDialog
          card={packed}
          onClose={() => {
            setPacking(null);
          }}
        />
      )}
      {renewing !== null && (
        <RenewStudyDialog
          study={renewing}
          onClose={() => {
            setRenewing(null);
          }}
        />
      )}
      {wiping !== null && (
        <WipeStudyDialog
          study={wiping}
          onClose={() => {
            setWiping(null);
          }}
        />
      )}
    </div>
  );
}
