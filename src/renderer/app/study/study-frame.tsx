import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { SyncControl } from './sync-control.tsx';
import { useApp, useModel } from '../../data/model/model-context.ts';
import { offlineReason } from '../../data/model/network-state.ts';
import { useStore } from '../../data/model/store.ts';
import { hasCopy } from '../../data/model/studies-state.ts';
import { ExpiredStudy, SitePackBadge, usePackState } from '../../record/site-pack/site-pack-marks.tsx';
import { AsOfStamp } from '../../record/proof/as-of-stamp.tsx';
import { DemoBadge, OfflineBadge } from '../../ui/parts/badges.tsx';
import { useExportStudy } from '../../tasks/export/use-export-study.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { SubjectFilterChip } from '../../record/subjects/subject-filter-chip.tsx';
import { Rail } from './rail.tsx';
import { StudySwitch } from './study-switch.tsx';
import './study-frame.css';

/** Everything around a study's places: top bar and rail. */
export function StudyFrame({ card, children }: { readonly card: StudyCard; readonly children: ReactNode }): ReactNode {
  const network = useStore(useModel().network);
  const exportStudy = useExportStudy(card);
  useCommand('export-study', exportStudy);
  const over = usePackState(card.sitePack)?.over === true;
  const connected = useApp().connection !== null;
  const offline = connected ? offlineReason(network, card.demo, hasCopy(card)) : null;
  return (
    <div className="study-frame">
      <TopBar brand={<StudySwitch card={card} />}>
        {card.demo && <DemoBadge />}
        {!over && <SubjectFilterChip card={card} />}
        <div className="top-bar-space" />
        {card.sitePack !== null && <SitePackBadge pack={card.sitePack} />}
        {!over && <AsOfStamp status={card.status} />}
        {offline !== null && <OfflineBadge reason={offline} />}
        <SyncControl study={card.study} demo={card.demo} />
      </TopBar>
      <div className="study-body">
        {!over && <Rail card={card} />}
        <main className="study-main">
          {over && card.sitePack !== null ? <ExpiredStudy study={card.study} pack={card.sitePack} /> : children}
        </main>
      </div>
    </div>
  );
}
