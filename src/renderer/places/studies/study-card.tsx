import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconFileExport, IconPackageExport, IconTrash, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import type { StudySync } from '../../data/model/sync-state.ts';
import { isReady, disagreementsOf } from '../../tasks/offline/disagreements.ts';
import { DemoBadge, ReadyBadge, SyncingBadge, StaleBadge } from '../../ui/parts/badges.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph, ProofIcon } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useAsOf, momentOf, type AsOf } from '../../ui/parts/as-of.ts';
import { useSyncGate, useSync } from '../../ui/sync/use-sync.ts';
import { useExportStudy } from '../../record/export/open-export.ts';
import { SitePackLine, usePackState } from '../../record/site-pack/site-pack-marks.tsx';
import { StudyNews } from './study-news.tsx';
import { ProofButton } from '../../record/proof/proof-button.tsx';
import { formatCount } from '../../../shared/format-count.ts';

interface Props {
  readonly card: StudyCard;
  /** Fills the Open button of this card. */
  readonly chief: boolean;
  readonly onPack: (study: string) => void;
  readonly onWipe: (study: string) => void;
  readonly onRenew: (study: string) => void;
}

export function StudyCardView({ card, chief, onPack, onWipe, onRenew }: Props): ReactNode {
  const running = useStore(useModel().sync).get(card.study);
  const asOf = useAsOf(card.status);
  const over = usePackState(card.sitePack)?.over === true;
  return (
    <article className="card study-card" aria-label={`Study ${card.study}`}>
      <header className="row">
        <h2 className="selectable">{card.study}</h2>
        {card.sponsor !== null && card.sponsor !== card.study && (
          <span className="small t3 clip" title={`Sponsor ${card.sponsor}`}>
            Sponsor {card.sponsor}
          </span>
        )}
        <span className="push" />
        {card.demo && <DemoBadge />}
        {running !== undefined && <SyncingBadge />}
        <ReadyBadge ready={isReady(card.status) && !over} />
        <CardMenu card={card} mayPack={asOf.moment !== null && !over} onPack={onPack} onWipe={onWipe} />
      </header>
      {!over && <StudyProofLine card={card} asOf={asOf} syncing={running !== undefined} />}
      {card.sitePack !== null && <SitePackLine pack={card.sitePack} />}
      <Counts card={card} hidden={over} />
      <StudyNews card={card} running={running} over={over} onRenew={onRenew} />
      <CardFoot card={card} chief={chief} running={running} over={over} />
    </article>
  );
}

interface CardMenuProps extends Pick<Props, 'card' | 'onPack' | 'onWipe'> {
  /** Something was mirrored and its site pack, if any, has not expired. */
  readonly mayPack: boolean;
}

const nothingHere = 'There is nothing to show: nothing was mirrored, or its site pack has expired.';

function CardMenu({ card, mayPack, onPack, onWipe }: CardMenuProps): ReactNode {
  const { study } = card;
  const exportStudy = useExportStudy(card);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`More for ${study}`}>
          <Glyph of={IconDots} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={exportStudy === null}
          title={exportStudy === null ? nothingHere : undefined}
          leftSection={<Glyph of={IconFileExport} size={14} />}
          onClick={exportStudy ?? undefined}
        >
          Export the whole study…
        </Menu.Item>
        <Menu.Item
          disabled={!mayPack}
          title={mayPack ? undefined : nothingHere}
          leftSection={<Glyph of={IconPackageExport} size={14} />}
          onClick={() => {
            onPack(study);
          }}
        >
          Pack for a site…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          className="danger-button"
          leftSection={<Glyph of={IconTrash} size={14} />}
          onClick={() => {
            onWipe(study);
          }}
        >
          Wipe this study
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A dash instead of a number, because "none" would read as zero. */
function Uncounted({ hidden }: { readonly hidden: boolean }): ReactNode {
  return (
    <span className="t3" title={hidden ? undefined : 'Not mirrored yet'}>
      <span aria-hidden>–</span>
      <span className="sr-only">{hidden ? 'not counted' : 'not mirrored yet'}</span>
    </span>
  );
}

/** `hidden`: the site pack has expired, so not even counts are shown. */
function Counts({ card, hidden }: { readonly card: StudyCard; readonly hidden: boolean }): ReactNode {
  return (
    <dl className="study-counts">
      {datasetNames.map((name) => {
        const status = card.status.datasets.find((dataset) => dataset.dataset === name);
        const mirrored = !hidden && status !== undefined && status.asOf !== null;
        const fresh = status?.state === 'updated' ? status.added : 0;
        return (
          <div key={name}>
            <dd className="study-count">{mirrored ? formatCount(status.records) : <Uncounted hidden={hidden} />}</dd>
            <dt className="small t3">{datasetTitles[name]}</dt>
            <dd className="tiny study-added" title={fresh > 0 ? 'New in the last pass' : undefined}>
              {fresh > 0 && mirrored && status.records > fresh ? `+${formatCount(fresh)}` : ''}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function CardFoot({
  card,
  chief,
  running,
  over,
}: {
  readonly card: StudyCard;
  readonly chief: boolean;
  readonly running: StudySync | undefined;
  readonly over: boolean;
}): ReactNode {
  const { go } = usePlace();
  const { allowed, reason } = useSyncGate(card.demo);
  const { start, cancel } = useSync();
  const failed = card.status.datasets.some((dataset) => dataset.error !== null);
  const open = (): void => {
    go(studyPlace(card.study, 'overview'));
  };
  return (
    <footer className="row study-foot">
      <span className="small t3 num">{card.size === null ? 'Nothing on disk yet' : `${formatSize(card.size)}, encrypted`}</span>
      <span className="push" />
      {running === undefined ? (
        <ReasonButton
          reason={allowed ? null : reason}
          onClick={() => {
            start([card.study]);
          }}
        >
          {failed ? 'Sync again' : 'Sync'}
        </ReasonButton>
      ) : (
        <Button onClick={cancel}>Cancel sync</Button>
      )}
      <ReasonButton
        variant={chief ? 'filled' : 'default'}
        reason={
          card.problem !== null
            ? 'This copy cannot be read. Mirror the study again, or wipe it.'
            : over
              ? 'Its site pack has expired.'
              : null
        }
        onClick={open}
      >
        Open
      </ReasonButton>
    </footer>
  );
}

interface StudyProofLineProps {
  readonly card: StudyCard;
  readonly asOf: AsOf;
  readonly syncing: boolean;
}

/** Age of the copy, its proof status, and a button that opens the proof. */
function StudyProofLine({ card, asOf, syncing }: StudyProofLineProps): ReactNode {
  const copying = syncing && asOf.ready;
  const reasons = asOf.ready ? disagreementsOf(card.status).filter((reason) => reason !== asOf.rest) : [];
  return (
    <div className="row small study-proof">
      {asOf.state === 'proven' ? <ProofIcon className="study-proof-proven" /> : <Glyph of={IconClock} className="study-proof-attention" />}
      <span className="study-proof-words">
        {copying ? 'Copy of' : asOf.lead} {asOf.moment !== null && <b className="num">{momentOf(asOf)}</b>}
        {copying && ' stays in use until this pass is proven'}
        {!copying && asOf.rest !== '' && <span className="t3"> · {asOf.rest}</span>}
        {!copying && reasons.map((reason) => <span key={reason}> · {reason}</span>)}
      </span>
      {asOf.stale !== null && <StaleBadge age={asOf.stale} />}
      {asOf.moment !== null && (
        <ProofButton status={card.status}>
          {(open) => (
            <button type="button" className="link push" aria-haspopup="dialog" onClick={open}>
              Proof
            </button>
          )}
        </ProofButton>
      )}
    </div>
  );
}
