import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import { issueRules } from '../../shared/issues.ts';
import { useCall } from '../data/use-call.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import { useReloadOn } from '../grid/use-reload-on.ts';
import { usePlace } from '../model/model-context.ts';
import { studyPlace, type RecordAddress } from '../model/place.ts';
import { generationOf } from '../model/studies-state.ts';
import { datasetIcons } from '../parts/dataset-icons.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Glyph } from '../parts/icon.tsx';
import { Empty, ErrorStrip } from '../parts/states.tsx';
import type { IssueGroup } from './issue-group.ts';
import { IssueRecords } from './issue-records.tsx';
import './issues.css';

/** Records that are other than the interface describes: by rule and place, with the records behind each. */
export function IssuesPlace({ card, record }: { readonly card: StudyCard; readonly record: RecordAddress | null }): ReactNode {
  const { go } = usePlace();
  const summary = useCall('issues.summary', { study: card.study });
  useReloadOn(generationOf(card), summary.reload);
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = summary.data;
  const open = groups?.find((group) => idOf(group) === chosen) ?? groups?.[0] ?? null;
  return (
    <div className="issues">
      <header className="place-head">
        <h1>Issues</h1>
        {groups !== null && groups.length > 0 && (
          <span className="t2 num">
            {formatCountOf(
              groups.reduce((sum, group) => sum + group.count, 0),
              'record field',
            )}{' '}
            other than the interface describes
          </span>
        )}
      </header>
      {summary.error !== null && <ErrorStrip error={summary.error} step={{ label: 'Try again', take: summary.reload }} />}
      {groups?.length === 0 && (
        <Empty
          icon={IconCircleCheck}
          title="No issues"
          says="Every record is as the interface describes it."
          step={{
            label: 'Show the labs',
            take: () => {
              go(studyPlace(card.study, 'labs'));
            },
          }}
        />
      )}
      {groups === null && summary.error === null && (
        <div className="issues-wait">
          <Skeleton height={28} />
          <Skeleton height={28} />
          <Skeleton height={28} />
        </div>
      )}
      {groups !== null && open !== null && (
        <div className="issues-body">
          <nav className="issues-list" aria-label="Rules">
            {groups.map((group) => (
              <GroupItem
                key={idOf(group)}
                group={group}
                open={group === open}
                onOpen={() => {
                  setChosen(idOf(group));
                }}
              />
            ))}
          </nav>
          <IssueRecords key={idOf(open)} study={card.study} group={open} current={record} />
        </div>
      )}
    </div>
  );
}

function idOf(group: IssueGroup): string {
  return `${group.dataset} ${group.rule} ${group.path}`;
}

function GroupItem({
  group,
  open,
  onOpen,
}: {
  readonly group: IssueGroup;
  readonly open: boolean;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <button type="button" className="issue-group" aria-current={open ? 'true' : undefined} onClick={onOpen}>
      <Glyph of={datasetIcons[group.dataset]} />
      <span className="issue-words">
        <span className="row">
          <b className="medium">{datasetTitles[group.dataset]}</b>
          <span className="mono t3 clip">{group.path}</span>
          <span className="pill pill-warn push">{formatCount(group.count)}</span>
        </span>
        <span className="small t2">{issueRules[group.rule].says}</span>
        {group.quarantined && <span className="small issue-held">Kept in the pages, not shown in the dataset</span>}
      </span>
    </button>
  );
}
