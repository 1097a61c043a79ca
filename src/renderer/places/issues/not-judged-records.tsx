import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dataChecks } from '../../../shared/checks/data-checks.ts';
import type { NotJudgedLine } from '../../../shared/checks/not-judged.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import { columnOf, datasets } from '../../../shared/datasets/datasets.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import type { RecordAddress } from '../../data/model/place.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { FoundTable } from './found-table.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** Maximum number of records listed here; the dataset's own table shows all of them. */
const mostListed = 100;

interface NotJudgedRecordsProps {
  readonly card: StudyCard;
  readonly line: NotJudgedLine;
  /** The subject filter; null: all subjects. */
  readonly subjects: readonly string[] | null;
  readonly current: RecordAddress | null;
}

/** Records that some checks skip: the names of these checks, and the first records. */
export function NotJudgedRecords({ card, line, subjects, current }: NotJudgedRecordsProps): ReactNode {
  const { study } = card;
  const { dataset, title, says, where, checks, records } = line;
  const openRows = useOpenRows(study);
  const selection = { dataset, where: [...where], search: '', subjects: subjects === null ? null : [...subjects], chosen: null };
  const page = useCall('rows.page', { study, query: { selection, sort: [], offset: 0, limit: mostListed } });
  useReloadOn(generationOf(card), page.reload);
  const rows = page.data?.rows ?? [];
  const subject = columnOf(datasets[dataset], 'subject');
  const place = subject === undefined ? -1 : datasets[dataset].columns.indexOf(subject);
  return (
    <section className="issue-records" aria-label="Records">
      <div className="issue-head">
        <h2>{title}</h2>
        <p className="t2">{says}</p>
        <p className="small t3">
          {formatCountOf(records, 'record')}
          {line.subjects > 0 && ` of ${formatCountOf(line.subjects, 'subject')}`} in {datasetTitles[dataset]}. Skipped by{' '}
          {checks.map((check) => `“${dataChecks[check].title}”`).join(', ')}.
        </p>
        <div className="issue-steps">
          <Button
            leftSection={<Glyph of={IconTable} size={14} />}
            onClick={() => {
              openRows(dataset, where);
            }}
          >
            Show in {datasetTitles[dataset]}
          </Button>
        </div>
      </div>
      {page.error !== null && <ErrorStrip error={page.error} step={{ label: 'Try again', take: page.reload }} />}
      <div className="table-scroll">
        <FoundTable
          study={study}
          dataset={dataset}
          records={rows.map(({ key, cells }) => ({ key, subject: cells[place]?.toString() ?? null, looked: null }))}
          rows={rows}
          current={current}
          onMark={null}
        />
        {records > mostListed && (
          <p className="small t3 issue-rest">
            {formatCount(records - mostListed)} more are not listed here; {datasetTitles[dataset]} shows all of them.
          </p>
        )}
      </div>
    </section>
  );
}
