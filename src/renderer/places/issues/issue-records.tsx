import { useState, type ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { issueRules } from '../../../shared/issues.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import type { RecordAddress } from '../../data/model/place.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import type { IssueGroup } from './issue-list.tsx';
import { OpenRecord } from './found-table.tsx';
import { formatCount } from '../../../shared/format-count.ts';
import { ShowMore } from '../../ui/parts/buttons.tsx';

const step = 100;
/** The most records of one call. */
const mostListed = 1000;

/** Records that break one rule of the interface. Each opens in the inspector; one without a key is identified by its page. */
export function IssueRecords({
  card,
  group,
  current,
}: {
  readonly card: StudyCard;
  readonly group: IssueGroup;
  readonly current: RecordAddress | null;
}): ReactNode {
  const { study } = card;
  const { dataset, rule, path, count } = group;
  const [limit, setLimit] = useState(step);
  const records = useCall('issues.records', { study, dataset, rule, path, offset: 0, limit });
  useReloadOn(generationOf(card), records.reload);
  return (
    <section className="issue-records" aria-label="Records">
      <div className="issue-head">
        <h2>{issueRules[rule].says}</h2>
        <p className="t2">
          {datasetTitles[dataset]}, <span className="mono">{path}</span>: {formatCount(count)} {count === 1 ? 'record' : 'records'}.{' '}
          {group.quarantined
            ? 'They are stored as sent but do not appear in any table, count or export.'
            : 'They appear in the table and in exports, with the parts that could be read.'}
        </p>
      </div>
      {records.error !== null && <ErrorStrip error={records.error} step={{ label: 'Try again', take: records.reload }} />}
      <div className="table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th>Record id</th>
              <th className="issue-page">Page</th>
              <th className="issue-open" aria-label="Open" />
            </tr>
          </thead>
          <tbody>
            {(records.data ?? []).map(({ key, page }, position) => (
              <tr
                key={`${key ?? ''} ${String(page)} ${String(position)}`}
                className="plain-line"
                data-record={dataset}
                aria-current={key !== null && current?.key === key ? 'true' : undefined}
              >
                <td className={key === null ? 't3' : 'mono selectable'}>{key ?? 'sent without an identifier'}</td>
                <td className="num t2">{page === null ? '–' : formatCount(page)}</td>
                <td>{key !== null && <OpenRecord study={study} record={{ dataset, key }} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ShowMore
          left={limit < mostListed ? count - limit : 0}
          onMore={() => {
            setLimit(Math.min(mostListed, limit + step));
          }}
        />
        {count > mostListed && limit >= mostListed && (
          <p className="small t3 issue-rest">{formatCount(count - mostListed)} more are not listed here.</p>
        )}
      </div>
    </section>
  );
}
