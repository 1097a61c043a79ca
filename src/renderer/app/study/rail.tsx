import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconChartBar,
  IconCheck,
  IconLayoutGrid,
  IconList,
  IconNotes,
  IconSettings,
  IconTestPipe,
  type Icon,
} from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { useAnnotations } from '../../data/calls/use-annotations.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { useOpenIssues } from '../../data/calls/use-open-issues.ts';
import { usePlace, useModel } from '../../data/model/model-context.ts';
import { settingsPlace, studiesPlace, studyPlace, type StudySection } from '../../data/model/place.ts';
import { disagreementsOf, isReady } from '../../tasks/offline/disagreements.ts';
import { datasetIcons, Glyph } from '../../ui/parts/icon.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { ProofButton } from '../../record/proof/proof-button.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { useLoad, useReloadOn } from '../../data/calls/use-call.ts';
import { generationOf, shownRecords } from '../../data/model/studies-state.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** The places of a study, with counts; collapses to icons in a narrow window. */
export function Rail({ card }: { readonly card: StudyCard }): ReactNode {
  const { place, go } = usePlace();
  const folded = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false });
  const [filter] = useSubjectFilter(card.study);
  const filtered = useFilteredCounts(card);
  const section = place.name !== 'study' ? null : place.section === 'subject' ? 'subjects' : place.section;
  const { new: added, changed, vanished } = card.sinceLooked;
  const issues = useOpenIssues(card);
  const followUps = (useAnnotations(card.study, 'note').data ?? []).filter(({ value }) => value.followUp === 'open').length;
  const to = (next: StudySection) => ({
    folded,
    here: section === next,
    onGo: () => {
      go(studyPlace(card.study, next));
    },
  });
  return (
    <nav className="rail" aria-label="Places of this study">
      <RailItem icon={IconLayoutGrid} label="Overview" {...to('overview')} />
      <hr />
      {datasetNames.map((name) => (
        <RailItem key={name} icon={datasetIcons[name]} label={datasetTitles[name]} {...to(name)}>
          <span className="rail-count" title={countTitle(filter !== null, card.cutOff !== null)}>
            {filter === null ? countOf(card, name) : filtered === null ? '' : formatCount(filtered.get(name) ?? 0)}
          </span>
        </RailItem>
      ))}
      <hr />
      <RailItem icon={IconChartBar} label="Charts" {...to('charts')} />
      <RailItem icon={IconArrowsExchange} label="Changes" {...to('changes')}>
        <Pill count={added + changed + vanished} kind="" says="since you last looked" />
      </RailItem>
      <RailItem icon={IconAlertTriangle} label="Issues" {...to('issues')}>
        <Pill
          count={issues.count}
          kind="pill-warn"
          says={issues.checked ? 'open issues' : 'issues; the values have not been checked yet'}
        />
      </RailItem>
      <RailItem icon={IconNotes} label="Notes" {...to('notes')}>
        <Pill count={followUps} kind="pill-warn" says="open follow-ups" />
      </RailItem>
      <RailItem icon={IconTestPipe} label="Tests and units" {...to('tests')} />
      <div className="rail-foot" />
      <ReadyLine card={card} />
      <hr />
      <RailItem
        icon={IconList}
        label="All studies"
        folded={folded}
        here={false}
        onGo={() => {
          go(studiesPlace);
        }}
      />
      <RailItem
        icon={IconSettings}
        label="Settings"
        folded={folded}
        here={false}
        onGo={() => {
          go(settingsPlace('appearance', place));
        }}
      />
    </nav>
  );
}

interface RailItemProps {
  readonly icon: Icon;
  readonly label: string;
  /** Only the icon is visible. */
  readonly folded: boolean;
  readonly here: boolean;
  readonly onGo: () => void;
  readonly children?: ReactNode;
}

function RailItem({ icon, label, folded, here, onGo, children }: RailItemProps): ReactNode {
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
      <button
        type="button"
        className="rail-item"
        aria-label={folded ? label : undefined}
        aria-current={here ? 'page' : undefined}
        onClick={onGo}
      >
        <Glyph of={icon} />
        <span className="rail-label">{label}</span>
        {children}
      </button>
    </Tooltip>
  );
}

function Pill({ count, kind, says }: { readonly count: number; readonly kind: string; readonly says: string }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={`pill ${kind}`} title={`${formatCount(count)} ${says}`}>
      {count > 9999 ? '9,999+' : formatCount(count)}
    </span>
  );
}

function ReadyLine({ card }: { readonly card: StudyCard }): ReactNode {
  const ready = isReady(card.status);
  const reasons = disagreementsOf(card.status);
  const inside = (
    <>
      <Glyph of={ready ? IconCheck : IconAlertTriangle} size={14} />
      <span className="rail-label">{ready ? 'Ready for offline' : 'Not ready for offline'}</span>
    </>
  );
  if (ready || reasons.length === 0)
    return (
      <div className={`rail-ready ${ready ? '' : 'rail-ready-not'}`} title={ready ? 'Ready for offline' : 'Not ready for offline'}>
        {inside}
        {card.size !== null && ready && <span className="rail-count t3">{formatSize(card.size)}</span>}
      </div>
    );
  const says = `Not ready for offline: ${reasons.join('; ')}`;
  return (
    <ProofButton status={card.status}>
      {(open) => (
        <button type="button" className="rail-ready rail-ready-not" title={says} aria-label={says} aria-haspopup="dialog" onClick={open}>
          {inside}
        </button>
      )}
    </ProofButton>
  );
}

function countOf(card: StudyCard, name: DatasetName): string {
  const status = card.status.datasets.find((dataset) => dataset.dataset === name);
  return status === undefined || status.asOf === null ? 'none' : formatCount(shownRecords(card, name));
}

function countTitle(isFiltered: boolean, isCutOff: boolean): string | undefined {
  const words = [...(isFiltered ? ['under the subject filter'] : []), ...(isCutOff ? ['up to the data cut-off'] : [])].join(', ');
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Records of each dataset under the subject filter; null without a filter or while loading. */
function useFilteredCounts(card: StudyCard): ReadonlyMap<DatasetName, number> | null {
  const { data } = useModel();
  const { study } = card;
  const cutOff = card.cutOff?.date ?? null;
  const [filter] = useSubjectFilter(study);
  const load = useCallback(async () => {
    if (filter === null) return null;
    const { datasets } = await data.call('overview.read', { study, subjects: [...filter.subjects] });
    return { filter, cutOff, counts: new Map(datasets.map(({ dataset, records }) => [dataset, records])) };
  }, [data, study, filter, cutOff]);
  const { data: known, reload } = useLoad(load);
  useReloadOn(generationOf(card), reload);
  // Counts for another filter or cut-off would be wrong, so none are returned until the current ones are loaded.
  return known !== null && known.filter === filter && known.cutOff === cutOff ? known.counts : null;
}
