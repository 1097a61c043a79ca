import { Button, Skeleton } from '@mantine/core';
import { IconPackageImport, IconPlus, IconRefresh, IconServer2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { mod } from '../../ui/keys/key-map.ts';
import { useApp, useModel, usePlace } from '../../data/model/model-context.ts';
import { connectPlace } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import { isReady } from '../../tasks/offline/disagreements.ts';
import { packState } from '../../record/site-pack/pack-state.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useNow } from '../../ui/parts/as-of.ts';
import { useSync } from '../../ui/sync/use-sync.ts';
import { DemoBadge } from '../../ui/parts/badges.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

const minute = 60_000;

interface Props {
  readonly cards: readonly StudyCard[] | null;
  /** Why nothing can be synced now; null if it can. */
  readonly syncReason: string | null;
  readonly onSyncAll: () => void;
  readonly onAdd: () => void;
}

export function StudiesHead({ cards, syncReason, onSyncAll, onAdd }: Props): ReactNode {
  const running = useStore(useModel().sync).size > 0;
  const { cancel } = useSync();
  const { run } = useCommands();
  const now = useNow(minute);
  const { go } = usePlace();
  const connected = useApp().connection !== null;
  return (
    <div className="studies-head">
      <div>
        <h1>Studies</h1>
        {cards === null ? (
          <Skeleton width={280} height={12} my={4} />
        ) : (
          <p className="t2 num">
            {summaryOf(cards, now)} ·{' '}
            <button
              type="button"
              className="link studies-check"
              onClick={() => {
                run('readiness');
              }}
            >
              Offline check
            </button>
          </p>
        )}
      </div>
      <div className="row push">
        <Button
          onClick={() => {
            run('open-pack');
          }}
          leftSection={<Glyph of={IconPackageImport} size={14} />}
        >
          Open a site pack…
        </Button>
        {connected ? (
          <Button onClick={onAdd} leftSection={<Glyph of={IconPlus} size={14} />}>
            Add a study
          </Button>
        ) : (
          <Button
            onClick={() => {
              go(connectPlace);
            }}
            leftSection={<Glyph of={IconServer2} size={14} />}
          >
            Connect to a service
          </Button>
        )}
        {running ? (
          <Button onClick={cancel}>Cancel sync</Button>
        ) : (
          connected && (
            <ReasonButton
              onClick={onSyncAll}
              reason={syncReason}
              leftSection={<Glyph of={IconRefresh} size={14} />}
              rightSection={<kbd className="kbd">{mod} R</kbd>}
            >
              Sync all
            </ReasonButton>
          )
        )}
      </div>
    </div>
  );
}

function summaryOf(cards: readonly StudyCard[], now: Date): string {
  if (cards.length === 0) return 'No study on this computer yet';
  const ready = cards.filter((card) => isReady(card.status) && (card.sitePack === null || !packState(card.sitePack, now).over)).length;
  const size = cards.reduce((sum, card) => sum + (card.size ?? 0), 0);
  return `${formatCountOf(cards.length, 'study', 'studies')} on this computer, ${ready === cards.length ? 'all' : ready === 0 ? 'none' : formatCount(ready)} ready for offline${size === 0 ? '' : `, ${formatSize(size)}`}`;
}

/** The service that this data folder is set up for. */
export function ServiceLine(): ReactNode {
  const { connection } = useApp();
  if (connection === null)
    return (
      <span className="top-bar-said">
        <Glyph of={IconServer2} />
        No service is set up
      </span>
    );
  return (
    <>
      {connection.demo && <DemoBadge />}
      <span className="top-bar-said">
        <Glyph of={IconServer2} />
        {connection.demo ? 'Set up for the built-in demo service' : `Set up for the service, partner ${connection.partnerId}`}
      </span>
    </>
  );
}
