import { useMemo, type ReactNode } from 'react';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconAlertTriangle, IconAnchor } from '@tabler/icons-react';
import type { StudyCard } from '../../../../shared/contract.ts';
import type { ErrorReport } from '../../../../shared/errors.ts';
import { anchorWords } from '../../../../shared/protection.ts';
import type { Anchor } from '../../../../shared/protection-schemas.ts';
import { useChartChoice } from '../../../data/model/chart-choices.ts';
import { useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { useVisitChoices } from '../../../data/calls/use-visit-choices.ts';
import { useModel } from '../../../data/model/model-context.ts';
import { useStore } from '../../../data/model/store.ts';
import { notMirrored } from '../../../ui/sync/not-mirrored.tsx';
import { generationOf } from '../../../data/model/studies-state.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { Empty } from '../../../ui/parts/states.tsx';
import { MenuScroll } from '../../../ui/parts/controls.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

/** The anchor from which a figure counts days. */
export interface AnchorChoice {
  /** Null if none was chosen and there is no default, or while the default is loading (`days` is then null too). */
  readonly anchor: Anchor | null;
  /** Whether it is the default because it is the first treatment visit. */
  readonly isFirstTreatment: boolean;
  /** All subjects of the study. */
  readonly subjects: readonly string[];
  /** For example "the baseline assessment"; empty without an anchor. */
  readonly words: string;
  /** Calendar days by subject; null while loading. */
  readonly days: ReadonlyMap<string, number> | null;
  readonly hasBaseline: boolean;
  /** Whether responses were mirrored, so that there can be baseline assessments. */
  readonly hasResponses: boolean;
  /** Whether reference dates were imported. */
  readonly hasReference: boolean;
  /** In order, with unscheduled visits last. */
  readonly visits: readonly string[];
  readonly choose: (anchor: Anchor) => void;
  readonly error: ErrorReport | null;
  readonly reload: () => void;
}

const baseline: Anchor = { kind: 'baseline' };
const reference: Anchor = { kind: 'reference' };
const noNames: readonly string[] = [];
const nobody: ReadonlyMap<string, number> = new Map();

/**
 * The anchor of a study's figures, stored as a chart choice. The default is the first treatment visit that half of the subjects have,
 * otherwise the baseline assessment. A study without either uses the first visit or, with `orAsk`, no anchor.
 */
export function useAnchors(card: StudyCard, orAsk: boolean): AnchorChoice {
  const { study } = card;
  const [kept, keep] = useChartChoice<string>(study, 'anchor', '');
  const atBaseline = useCall('subjects.anchors', { study, anchor: baseline });
  const atReference = useCall('subjects.anchors', { study, anchor: reference });
  const first = useCall('anchors.default', { study });
  const generation = generationOf(card);
  const listed = useVisitChoices(study, generation);
  const visits = listed.data?.visits ?? noNames;
  const hasBaseline = (atBaseline.data?.anchors.length ?? 0) > 0;
  const usual = first.data?.anchor ?? (orAsk ? null : visitAnchor(visits[0]));
  const anchor = anchorIn(kept) ?? usual;
  const found = useCall('subjects.anchors', { study, anchor: anchor ?? baseline });
  useReloadOn(generation, atBaseline.reload);
  useReloadOn(generation, first.reload);
  useReloadOn(generation, found.reload);
  const imported = useStore(useModel().annotated);
  useReloadOn(imported, atReference.reload);
  useReloadOn(imported, found.reload);
  const days = useMemo(() => new Map(found.data?.anchors.map(({ subject, day }) => [subject, day])), [found.data]);
  const known = atBaseline.data !== null && first.data !== null && listed.data !== null && found.data !== null && !found.loading;
  return {
    anchor,
    isFirstTreatment: anchorIn(kept) === null && first.data?.anchor?.kind === 'visit',
    subjects: first.data?.subjects ?? noNames,
    words: anchor === null ? '' : anchorWords(anchor),
    days: !known ? null : anchor === null ? nobody : days,
    hasBaseline,
    hasResponses: notMirrored(card.status, ['responses']).length === 0,
    hasReference: (atReference.data?.anchors.length ?? 0) > 0,
    visits,
    choose: (next) => {
      keep(next.kind === 'visit' ? `visit ${next.label}` : next.kind);
    },
    error: atBaseline.error ?? atReference.error ?? first.error ?? listed.error ?? found.error,
    reload: () => {
      atBaseline.reload();
      atReference.reload();
      first.reload();
      listed.reload();
      found.reload();
    },
  };
}

function visitAnchor(label: string | undefined): Anchor | null {
  return label === undefined ? null : { kind: 'visit', label };
}

/** Parses a stored anchor; null if none was chosen. */
export function anchorIn(kept: string): Anchor | null {
  if (kept === 'baseline') return baseline;
  if (kept === 'reference') return reference;
  return kept.startsWith('visit ') ? { kind: 'visit', label: kept.slice('visit '.length) } : null;
}

/** Menu to choose what the weeks are counted from. */
export function AnchorMenu({
  of: { anchor, hasBaseline, hasResponses, hasReference, visits, choose },
}: {
  readonly of: AnchorChoice;
}): ReactNode {
  const tick = (on: boolean): ReactNode => (on ? <Glyph of={IconCheck} size={14} /> : null);
  const chosen = anchor?.kind === 'visit' ? anchor.label : null;
  return (
    <Menu width={260}>
      <Menu.Target>
        <Button rightSection={<Glyph of={IconChevronDown} size={14} />}>
          {anchor === null
            ? 'Choose an anchor'
            : `From ${chosen ?? (anchor.kind === 'reference' ? 'reference date' : 'baseline assessment')}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Anchor of the weeks">
        <MenuScroll label="Weeks are counted from">
          <Menu.Item
            disabled={!hasBaseline}
            rightSection={tick(anchor?.kind === 'baseline')}
            onClick={() => {
              choose({ kind: 'baseline' });
            }}
          >
            Baseline assessment{!hasBaseline && (hasResponses ? ' (there is none)' : ' (responses are not mirrored yet)')}
          </Menu.Item>
          <Menu.Item
            disabled={!hasReference}
            rightSection={tick(anchor?.kind === 'reference')}
            onClick={() => {
              choose({ kind: 'reference' });
            }}
          >
            Reference date{!hasReference && ' (imported on a subject’s page)'}
          </Menu.Item>
          {visits.length > 0 && <Menu.Label>First date of a visit</Menu.Label>}
          {visits.map((label) => (
            <Menu.Item
              key={label}
              rightSection={tick(chosen === label)}
              onClick={() => {
                choose({ kind: 'visit', label });
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </MenuScroll>
      </Menu.Dropdown>
    </Menu>
  );
}

/** If more than this share of subjects has no anchor day, a figure is based on too few. */
const mostWithout = 0.2;

interface Props {
  readonly study: string;
  readonly of: AnchorChoice;
}

function everybody(subjects: number): string {
  return subjects === 1 ? 'The subject has it.' : `All ${formatCountOf(subjects, 'subject')} have it.`;
}

/** States the anchor and how many subjects have no such day, with a link to them; a warning if they are many. */
export function AnchorNote({ study, of: { anchor, isFirstTreatment, words, subjects, days } }: Props): ReactNode {
  const [filter, setFilter] = useSubjectFilter(study);
  if (anchor === null || days === null) return null;
  const counted = filter?.subjects ?? subjects;
  const without = counted.filter((subject) => !days.has(subject));
  const isMany = without.length > mostWithout * counted.length;
  return (
    <p className={`anchor-note small ${isMany ? 'note note-warn' : 't2'}`}>
      <Glyph of={isMany ? IconAlertTriangle : IconAnchor} size={14} />
      <span>
        Counted from {words}
        {isFirstTreatment ? ', the first visit of treatment' : ''}.{' '}
        {without.length === 0 ? (
          everybody(counted.length)
        ) : (
          <>
            <button
              type="button"
              className="link"
              onClick={() => {
                setFilter({ subjects: without, says: `without ${words}` });
              }}
            >
              {formatCount(without.length)} of {formatCountOf(counted.length, 'subject')}
            </button>{' '}
            {without.length === 1 ? 'has' : 'have'} no such date and {without.length === 1 ? 'is' : 'are'} left out.
            {isMany ? ' That is more than one in five; another anchor may work better.' : ''}
          </>
        )}
      </span>
    </p>
  );
}

/** Replaces a figure that needs a baseline if there is no default anchor and none was chosen. */
export function AskForAnchor({ of: { visits, choose, hasResponses } }: { readonly of: AnchorChoice }): ReactNode {
  const [first] = visits;
  const step =
    first === undefined
      ? undefined
      : {
          label: `Use the first date of ${first}`,
          take: () => {
            choose({ kind: 'visit', label: first });
          },
        };
  return (
    <Empty
      icon={IconAnchor}
      title="Which day marks the baseline?"
      says={`${hasResponses ? 'This study has no baseline assessment and no first treatment visit shared by half of its subjects.' : 'The responses of this study are not mirrored yet, so no baseline assessments are known.'} Choose a visit above; each subject’s first date at that visit is used.`}
      {...(step === undefined ? {} : { step })}
    />
  );
}
