import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconTable, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CheckLine } from '../../../shared/calls/checks.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { mostInFilter } from '../../../shared/derive/left-out.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { FailedLoads } from '../../ui/parts/states.tsx';
import { ReasonButton, ShowMore } from '../../ui/parts/buttons.tsx';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { useModel } from '../../data/model/model-context.ts';
import type { RecordAddress } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { wordsOfUse } from '../../record/subjects/use-these-subjects.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { FoundTable } from './found-table.tsx';
import { OwnerField, OwnRuleSteps } from './check-steps.tsx';
import { useLookedMarks } from './use-looked-marks.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

const step = 100;
/** Maximum number of records listed here; the dataset's own table shows more. */
const mostListed = 1000;

interface CheckFindingsProps {
  readonly card: StudyCard;
  readonly line: CheckLine;
  /** The subject filter; null: all subjects. */
  readonly subjects: readonly string[] | null;
  readonly current: RecordAddress | null;
}

/** Findings of one check: the rule in words and the records, each of which can be marked as looked at and unmarked. */
export function CheckFindings({ card, line, subjects, current }: CheckFindingsProps): ReactNode {
  const { study } = card;
  const { check, dataset, open, records } = line;
  const [limit, setLimit] = useState(step);
  const asked = subjects === null ? null : [...subjects];
  const found = useCall('checks.records', { study, check, dataset, subjects: asked, limit });
  const keys = found.data?.records.map(({ key }) => key) ?? [];
  const chosen = { mode: 'only' as const, keys };
  const rows = useCall('rows.page', {
    study,
    query: { selection: { dataset, where: [], search: '', subjects: null, chosen }, sort: [], offset: 0, limit: mostListed },
  });
  useReloadOn(generationOf(card), found.reload);
  useReloadOn(generationOf(card), rows.reload);
  useReloadOn(useStore(useModel().checks).marked, found.reload);
  const { mark, markAll, takeBack, takeBackAll } = useLookedMarks(study, line, subjects);
  return (
    <section className="issue-records" aria-label="Records">
      <div className="issue-head">
        <h2>{line.title}</h2>
        {line.says !== '' && <p className="t2">{line.says}</p>}
        <p className="small t3">
          {check === 'group-uses-other-ids'
            ? 'One issue of the study as a whole.'
            : `${formatCountOf(records, 'record')} of ${formatCountOf(line.subjects, 'subject')} in ${datasetTitles[dataset]}, ${formatCount(open)} open.`}{' '}
          Marking a record as “looked at” does not change it. If the record changes later, it is open again.
          {line.source !== '' && ` Source: ${line.source}.`}
        </p>
        <div className="issue-steps">
          <OpenThese study={study} line={line} subjects={subjects} />
          <ReasonButton
            leftSection={<Glyph of={IconCheck} size={14} />}
            reason={records === 0 ? 'No findings at present.' : open === 0 ? 'All are already marked as looked at.' : null}
            onClick={markAll}
          >
            {open === records ? 'Mark all as looked at' : `Mark the ${formatCount(open)} open as looked at`}
          </ReasonButton>
          {open < records && (
            <Button variant="subtle" leftSection={<Glyph of={IconArrowBackUp} size={14} />} onClick={takeBackAll}>
              Remove the marks
            </Button>
          )}
          <OwnRuleSteps study={study} line={line} />
          <OwnerField key={line.owner?.name ?? ''} study={study} line={line} />
        </div>
      </div>
      <FailedLoads of={[found, rows]} />
      <div className="table-scroll">
        <FoundTable
          study={study}
          dataset={dataset}
          records={found.data?.records ?? []}
          rows={rows.data?.rows ?? []}
          current={current}
          onMark={(record) => {
            if (record.looked === null) mark([record.key], found.data?.generation ?? 0);
            else takeBack([record]);
          }}
        />
        <ShowMore
          left={limit < mostListed ? records - limit : 0}
          onMore={() => {
            setLimit(Math.min(mostListed, limit + step));
          }}
        />
        {records > mostListed && limit >= mostListed && (
          <p className="small t3 issue-rest">
            {formatCount(records - mostListed)} more are not listed here; {datasetTitles[dataset]} shows up to {formatCount(mostInFilter)}{' '}
            of them.
          </p>
        )}
      </div>
    </section>
  );
}

/** Buttons that open the rows in their own table, or set the subject filter to their subjects. */
function OpenThese({ study, line, subjects }: Omit<CheckFindingsProps, 'card' | 'current'> & { readonly study: string }): ReactNode {
  const { data } = useModel();
  const openRows = useOpenRows(study);
  const [, setFilter] = useSubjectFilter(study);
  const { check, dataset, records } = line;
  const asked = subjects === null ? null : [...subjects];
  const isWhole = check === 'group-uses-other-ids';
  const openFound = async (): Promise<void> => {
    const { records: found } = await data.call('checks.records', { study, check, dataset, subjects: asked, limit: mostInFilter });
    openRows(dataset, [{ column: datasets[dataset].key, op: 'in', values: found.map(({ key }) => key) }]);
  };
  const filterBySubjects = async (): Promise<void> => {
    const found = await data.call('checks.subjects', { study, check, dataset, subjects: asked });
    setFilter({ subjects: found.subjects, says: `with “${line.title}”` });
  };
  const attempt = (work: () => Promise<void>): void => {
    work().catch((error: unknown) => {
      showFailure('The records of this issue could not be read', error);
    });
  };
  return (
    <>
      <Button
        leftSection={<Glyph of={IconTable} size={14} />}
        onClick={() => {
          if (isWhole) openRows(dataset, []);
          else attempt(openFound);
        }}
      >
        {records > mostInFilter
          ? `Show the first ${formatCount(mostInFilter)} in ${datasetTitles[dataset]}`
          : `Show in ${datasetTitles[dataset]}`}
      </Button>
      {!isWhole && line.subjects > 0 && (
        <Button
          leftSection={<Glyph of={IconUsers} size={14} />}
          onClick={() => {
            attempt(filterBySubjects);
          }}
        >
          {wordsOfUse(line.subjects)}
        </Button>
      )}
    </>
  );
}
