import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { CheckLine } from '../../../shared/calls/checks.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { ExportListingButton } from '../../record/listings/listing-files.tsx';
import { type IssueGroup, type IssueItem, issueItems, IssueList } from './issue-list.tsx';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace, type RecordAddress } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { notMirrored, notMirroredWords } from '../../ui/sync/not-mirrored.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Empty, ErrorStrip } from '../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { CheckFindings } from './check-findings.tsx';
import { IssueRecords } from './issue-records.tsx';
import { NotJudgedRecords } from './not-judged-records.tsx';
import { OwnChecks } from './own-checks.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import './issues.css';

/** Findings of data checks, interface deviations, and records that some checks skip: rule, count and records of each. */
export function IssuesPlace({ card, record }: { readonly card: StudyCard; readonly record: RecordAddress | null }): ReactNode {
  const { study } = card;
  const { checks } = useModel();
  const [filter, setFilter] = useSubjectFilter(study);
  const subjects = filter === null ? null : [...filter.subjects];
  const found = useCall('checks.summary', { study, subjects });
  const sent = useCall('issues.summary', { study });
  const lacking = useCall('checks.notJudged', { study, subjects });
  const generation = generationOf(card);
  useReloadOn(generation, found.reload);
  useReloadOn(generation, sent.reload);
  useReloadOn(generation, lacking.reload);
  useReloadOn(useStore(checks).marked, found.reload);
  useEffect(() => {
    checks.update((before) => (before.asked.has(study) ? before : { ...before, asked: new Set([...before.asked, study]) }));
  }, [checks, study]);
  const [chosen, setChosen] = useState<string | null>(null);
  const missing = notMirroredWords(notMirrored(card.status, datasetNames));
  const known = found.data !== null && sent.data !== null;
  const items = issueItems(found.data?.checks ?? [], sent.data ?? [], known ? (lacking.data?.notJudged ?? []) : []);
  const open = items.find(({ id }) => id === chosen) ?? items.find(({ kind }) => kind !== 'notJudged') ?? null;
  const nothing = (
    <NoIssues
      study={study}
      missing={missing}
      onEverybody={
        filter === null
          ? null
          : () => {
              setFilter(null);
            }
      }
    />
  );
  return (
    <div className="issues">
      <header className="place-head">
        <h1>Issues</h1>
        <span className="t2 num" role="status">
          {known ? headWords(found.data.checks, sent.data, filter === null, missing) : 'Checking the values'}
        </span>
        <span className="push" />
        {generation > 0 && <OwnChecks study={study} />}
        <ExportListingButton study={card.study} asked={{ name: 'checks' }} />
      </header>
      {found.error !== null && <ErrorStrip error={found.error} step={{ label: 'Try again', take: found.reload }} />}
      {sent.error !== null && <ErrorStrip error={sent.error} step={{ label: 'Try again', take: sent.reload }} />}
      {lacking.error !== null && <ErrorStrip error={lacking.error} step={{ label: 'Try again', take: lacking.reload }} />}
      {(found.data?.notRun ?? []).map(({ check, title, why }) => (
        <p key={check} className="issues-not-run note note-warn" role="status">
          <Glyph of={IconAlertTriangle} size={14} />
          <span>
            <b className="medium">{title}</b> was not run. {why}
          </span>
        </p>
      ))}
      {known && items.length === 0 && nothing}
      {!known && items.length === 0 && found.error === null && sent.error === null && (
        <div className="issues-wait">
          <Skeleton height={28} />
          <Skeleton height={28} />
          <Skeleton height={28} />
        </div>
      )}
      {items.length > 0 && (
        <div className="issues-body">
          <IssueList
            items={items}
            open={open}
            isFiltered={filter !== null}
            onOpen={({ id }) => {
              setChosen(id);
            }}
          />
          {open === null ? nothing : <IssueOpen key={open.id} item={open} card={card} subjects={subjects} current={record} />}
        </div>
      )}
    </div>
  );
}

/** Shown if no check found anything and every record matches the interface description. */
function NoIssues({
  study,
  missing,
  onEverybody,
}: {
  readonly study: string;
  /** Names the datasets that are not mirrored; null if all are. */
  readonly missing: string | null;
  /** Clears the subject filter; null without one. */
  readonly onEverybody: (() => void) | null;
}): ReactNode {
  const { go } = usePlace();
  return (
    <Empty
      icon={IconCircleCheck}
      title={`No issues${onEverybody === null ? '' : ' of these subjects'}${missing === null ? '' : ' in what is mirrored'}`}
      says={
        onEverybody === null
          ? 'Every mirrored record matches the interface description, and the data checks found nothing.'
          : 'The data checks found nothing in the records of these subjects, and every mirrored record matches the interface description.'
      }
      step={
        onEverybody === null
          ? {
              label: 'Show the labs',
              take: () => {
                go(studyPlace(study, 'labs'));
              },
            }
          : { label: 'Show all subjects', take: onEverybody }
      }
    />
  );
}

function IssueOpen({
  item,
  card,
  subjects,
  current,
}: {
  readonly item: IssueItem;
  readonly card: StudyCard;
  readonly subjects: readonly string[] | null;
  readonly current: RecordAddress | null;
}): ReactNode {
  switch (item.kind) {
    case 'check':
      return <CheckFindings card={card} line={item.line} subjects={subjects} current={current} />;
    case 'interface':
      return <IssueRecords card={card} group={item.group} current={current} />;
    case 'notJudged':
      return <NotJudgedRecords card={card} line={item.line} subjects={subjects} current={current} />;
  }
}

/** "12 issues open in the values, 3 looked at; 5 record fields deviating from the interface; vitals are not mirrored yet". */
function headWords(lines: readonly CheckLine[], groups: readonly IssueGroup[], everybody: boolean, missing: string | null): string {
  const open = lines.reduce((sum, line) => sum + line.open, 0);
  const looked = lines.reduce((sum, line) => sum + line.records - line.open, 0);
  const fields = groups.reduce((sum, { count }) => sum + count, 0);
  const ofWhom = everybody ? '' : ' of these subjects';
  const values = `${formatCountOf(open, 'issue')} open in the values${ofWhom}${looked === 0 ? '' : `, ${formatCount(looked)} looked at`}`;
  const other = `${formatCountOf(fields, 'record field')} deviating from the interface${everybody ? '' : ' (all subjects)'}`;
  const parts = [...(lines.length === 0 ? [] : [values]), ...(fields === 0 ? [] : [other]), ...(missing === null ? [] : [missing])].join(
    '; ',
  );
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}
