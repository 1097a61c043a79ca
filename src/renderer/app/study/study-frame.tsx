import { type ReactNode, useCallback } from 'react';
import { Menu, ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconCheck, IconChevronDown, IconList, IconRefresh, IconX } from '@tabler/icons-react';
import type { StudyCard } from '../../../shared/contract.ts';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { useApp, useModel, usePlace } from '../../data/model/model-context.ts';
import { offlineReason } from '../../data/model/network-state.ts';
import { useStore } from '../../data/model/store.ts';
import { canOpen, hasCopy } from '../../data/model/studies-state.ts';
import { ExpiredStudy, SitePackBadge, usePackState } from '../../record/site-pack/site-pack-marks.tsx';
import { CutOffChip } from '../../record/cut-off/cut-off-chip.tsx';
import { AsOfStamp } from '../../record/proof/proof-button.tsx';
import { DemoBadge, OfflineBadge } from '../../ui/parts/badges.tsx';
import { useExportStudy } from '../../record/export/open-export.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { SubjectFilterChip } from '../../record/subjects/subject-filter-chip.tsx';
import { Rail } from './rail.tsx';
import { studiesPlace, studyPlace } from '../../data/model/place.ts';
import { BrandMark, Glyph } from '../../ui/parts/icon.tsx';
import { shareOf, type StudySync } from '../../data/model/sync-state.ts';
import { mod } from '../../ui/keys/key-map.ts';
import { describeNextTry, describeProgress, describeWait } from '../../ui/parts/file-run.tsx';
import { useSyncGate, useSync } from '../../ui/sync/use-sync.ts';
import './study-frame.css';

/** The frame of a study's places: top bar and rail. */
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
        {!over && <SubjectFilterChip key={card.study} card={card} />}
        {!over && <CutOffChip card={card} />}
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

/** The study number with a menu of the other studies. Switching keeps the section. */
function StudySwitch({ card }: { readonly card: StudyCard }): ReactNode {
  const { place, go } = usePlace();
  const { cards } = useStore(useModel().studies);
  const here = place.name === 'study' ? place.section : 'labs';
  // Another study has different subjects, so go to its list.
  const section = here === 'subject' ? 'subjects' : here;
  return (
    <>
      <BrandMark size={22} />
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className="study-switch" aria-label={`Study ${card.study}, switch`}>
            <b className="clip">{card.study}</b>
            {card.sponsor !== null && card.sponsor !== card.study && <span className="small t3 study-sponsor clip">{card.sponsor}</span>}
            <Glyph of={IconChevronDown} size={14} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Studies on this computer</Menu.Label>
          {(cards ?? []).map((other) => (
            <Menu.Item
              key={other.study}
              onClick={() => {
                go(canOpen(cards, other.study) ? studyPlace(other.study, section) : studiesPlace);
              }}
              rightSection={other.study === card.study ? <Glyph of={IconCheck} size={14} /> : null}
            >
              <span>{other.study}</span> <span className="small t3">{other.demo ? 'Demo data' : other.sponsor}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Glyph of={IconList} size={14} />}
            onClick={() => {
              go(studiesPlace);
            }}
          >
            All studies
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Sync button of a study; shows progress and a cancel button while syncing. */
function SyncControl({ study, demo }: { readonly study: string; readonly demo: boolean }): ReactNode {
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
    <Tooltip label={allowed ? `Sync with the service (${mod} R)` : reason}>
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
      <Tooltip label="Cancel the sync; mirrored data is kept">
        <ActionIcon size={24} aria-label="Cancel the sync" onClick={cancel}>
          <Glyph of={IconX} size={14} />
        </ActionIcon>
      </Tooltip>
      <Progress value={(share ?? 0) * 100} aria-label="Progress of this dataset" />
    </div>
  );
}
