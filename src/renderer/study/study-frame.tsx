import type { ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { SyncControl } from '../frame/sync-control.tsx';
import { useModel } from '../model/model-context.ts';
import { offlineReason } from '../model/network-state.ts';
import { useStore } from '../model/store.ts';
import { AsOfStamp } from '../parts/as-of-stamp.tsx';
import { DemoBadge, OfflineBadge } from '../parts/badges.tsx';
import { Rail } from './rail.tsx';
import { StudySwitch } from './study-switch.tsx';
import './study-frame.css';

/** Everything around a study's places: top bar and rail. */
export function StudyFrame({ card, children }: { readonly card: StudyCard; readonly children: ReactNode }): ReactNode {
  const network = useStore(useModel().network);
  const offline = offlineReason(network, card.demo);
  return (
    <div className="study-frame">
      <TopBar brand={<StudySwitch card={card} />}>
        {card.demo && <DemoBadge />}
        <div className="top-bar-space" />
        <AsOfStamp status={card.status} />
        {offline !== null && <OfflineBadge reason={offline} />}
        <SyncControl study={card.study} demo={card.demo} />
      </TopBar>
      <div className="study-body">
        <Rail card={card} />
        <main className="study-main">{children}</main>
      </div>
    </div>
  );
}
