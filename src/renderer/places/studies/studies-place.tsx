import { IconAlertTriangle, IconStack2, IconHelp, IconSettings, IconShield } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { readOnlyReason, useSyncGate, useSync } from '../../ui/sync/use-sync.ts';
import { useCommand, useCommands } from '../../ui/keys/commands.tsx';
import { refreshStudies } from '../../data/model/actions.ts';
import { useApp, useModel, usePlace } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { PackDialog } from '../../tasks/packs/pack-dialog.tsx';
import { OfflineBadge } from '../../ui/parts/badges.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip, Empty } from '../../ui/parts/states.tsx';
import { AddStudyDialog, RenewStudyDialog, WipeStudyDialog } from './study-dialogs.tsx';
import { StudiesHead, ServiceLine } from './studies-head.tsx';
import type { StudyCard } from '../../../shared/contract.ts';
import { StudyCardView } from './study-card.tsx';
import { settingsPlace } from '../../data/model/place.ts';
import './studies.css';

/** One card per study, and the actions for all studies. */
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

interface Props {
  readonly cards: readonly StudyCard[] | null;
  readonly onAdd: () => void;
  readonly onPack: (study: string) => void;
  readonly onWipe: (study: string) => void;
  readonly onRenew: (study: string) => void;
}

function StudyCards({ cards, onAdd, onPack, onWipe, onRenew }: Props): ReactNode {
  if (cards === null)
    return (
      <div className="studies-cards">
        {[0, 1].map((place) => (
          <Skeleton key={place} height={306} radius="lg" />
        ))}
      </div>
    );
  if (cards.length === 0) {
    return (
      <div className="card studies-none">
        <Empty
          icon={IconStack2}
          title="No study on this computer yet"
          says="Add a study by its number. Carrel mirrors it so that you can read it offline."
          step={{ label: 'Add a study', take: onAdd }}
        />
      </div>
    );
  }
  const last = lastOpenedOf(cards);
  return (
    <div className="studies-cards">
      {cards.map((card) => (
        <StudyCardView key={card.study} card={card} chief={card.study === last} onPack={onPack} onWipe={onWipe} onRenew={onRenew} />
      ))}
    </div>
  );
}

/** The study opened last, or the first one if none was opened yet. Only its Open button is filled. */
function lastOpenedOf(cards: readonly StudyCard[]): string | undefined {
  return cards.toSorted((a, b) => (b.lastOpened ?? '').localeCompare(a.lastOpened ?? ''))[0]?.study;
}

function StudiesFoot(): ReactNode {
  const { place, go } = usePlace();
  const { run } = useCommands();
  return (
    <footer className="row small t3 studies-foot">
      <span className="row studies-foot-item">
        <Glyph of={IconShield} size={14} />
        Encrypted on this computer, one key per study
      </span>
      <button
        type="button"
        className="quiet-link push"
        onClick={() => {
          run('help');
        }}
      >
        <Glyph of={IconHelp} size={14} />
        Keys
      </button>
      <button
        type="button"
        className="quiet-link"
        onClick={() => {
          go(settingsPlace('appearance', place));
        }}
      >
        <Glyph of={IconSettings} size={14} />
        Settings
      </button>
    </footer>
  );
}
