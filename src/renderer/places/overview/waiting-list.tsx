import { Button } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import type { Output } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { SubjectLink } from '../../ui/parts/buttons.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { useModel } from '../../data/model/model-context.ts';
import { datasetTitles, severalDatasets } from '../../ui/parts/dataset-titles.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

type Waiting = Output<'overview.waiting'>['subjects'];

/** Maximum number of lines; the subject filter covers the others. */
const most = 200;

interface Props {
  readonly study: string;
  readonly waiting: Waiting;
}

/** Sign-off lag: subjects seen after their last signed assessment, or without any assessment. */
export function WaitingList({ study, waiting }: Props): ReactNode {
  const [, setFilter] = useSubjectFilter(study);
  const none = waiting.filter(({ days }) => days === null).length;
  const since = waiting.length - none;
  if (waiting.length === 0)
    return (
      <p className="coverage-none t2">Every subject with labs or vital signs has an assessment on or after the day of the latest result.</p>
    );
  return (
    <>
      <div className="waiting-head">
        <span>
          <b>{formatCountOf(since, 'subject')}</b> with labs or vital signs after the last signed assessment, <b>{formatCount(none)}</b>{' '}
          without any assessment.
        </span>
        <Button
          variant="subtle"
          onClick={() => {
            setFilter({ subjects: waiting.map(({ subject }) => subject), says: 'awaiting an assessment' });
          }}
        >
          Show only {waiting.length === 1 ? 'this subject' : `these ${formatCountOf(waiting.length, 'subject')}`}
        </Button>
      </div>
      <div className="waiting-box" tabIndex={0} role="region" aria-label="Subjects awaiting an assessment">
        <table className="dataset-table">
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col" className="right">
                Days since
              </th>
              <th scope="col">Last assessment</th>
              <th scope="col">Last lab</th>
              <th scope="col">Last vital sign</th>
            </tr>
          </thead>
          <tbody>
            {waiting.slice(0, most).map((one) => (
              <WaitingLine key={one.subject} study={study} waiting={one} />
            ))}
          </tbody>
        </table>
        {waiting.length > most && <p className="coverage-none small t3">The first {formatCount(most)} are listed.</p>}
      </div>
    </>
  );
}

function WaitingLine({ study, waiting }: { readonly study: string; readonly waiting: Waiting[number] }): ReactNode {
  const { subject, days, assessed, lastLab, lastVital } = waiting;
  return (
    <tr data-record={severalDatasets}>
      <th scope="row" className="num">
        <SubjectLink study={study} subject={subject} />
      </th>
      <td className="right num">{days === null ? <span className="t3">no assessment</span> : formatCount(days)}</td>
      <DayCell study={study} subject={subject} dataset="responses" at={assessed} />
      <DayCell study={study} subject={subject} dataset="labs" at={lastLab} />
      <DayCell study={study} subject={subject} dataset="vitals" at={lastVital} />
    </tr>
  );
}

interface DayCellProps {
  readonly study: string;
  readonly subject: string;
  readonly dataset: DatasetName;
  readonly at: number | null;
}

/** A date that opens the subject's rows of the dataset. */
function DayCell({ study, subject, dataset, at }: DayCellProps): ReactNode {
  const openRows = useOpenRows(study);
  return (
    <td className="num">
      {at === null ? (
        <span className="t3">–</span>
      ) : (
        <button
          type="button"
          className="link"
          onClick={() => {
            openRows(dataset, [{ column: 'subject', op: '=', values: [subject] }]);
          }}
        >
          {new Date(at).toISOString().slice(0, 10)}
        </button>
      )}
    </td>
  );
}

/** Sets the subject filter to the subjects without records in a dataset. */
export function useKeepWithout(study: string): (dataset: DatasetName) => void {
  const { data } = useModel();
  const [, setFilter] = useSubjectFilter(study);
  return useCallback(
    (dataset) => {
      const everything = { dataset, where: [], search: '', subjects: null, chosen: null };
      Promise.all([
        data.call('subjects.list', { study, selection: null }),
        data.call('subjects.list', { study, selection: everything }),
      ]).then(
        ([all, having]) => {
          const has = new Set(having.subjects);
          setFilter({
            subjects: all.subjects.filter((subject) => !has.has(subject)),
            says: `without ${datasetTitles[dataset].toLowerCase()}`,
          });
        },
        (error: unknown) => {
          showFailure('The subjects could not be read', error);
        },
      );
    },
    [data, study, setFilter],
  );
}
