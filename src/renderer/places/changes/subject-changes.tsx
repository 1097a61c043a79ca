import { Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { ChangeMark } from '../../ui/parts/badges.tsx';
import { SubjectLink, ShowMore } from '../../ui/parts/buttons.tsx';
import { countsInWords, total } from '../../record/changes/change-lines.ts';
import { datasetTitles, severalDatasets } from '../../ui/parts/dataset-titles.ts';
import { Empty } from '../../ui/parts/states.tsx';
import { UseTheseSubjects } from '../../record/subjects/use-these-subjects.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

type ChangedSubject = Output<'changes.subjects'>['subjects'][number];

/** Lines shown initially and added by each "Show more". */
const step = 200;

interface Props {
  readonly study: string;
  /** Null while loading. */
  readonly answer: Output<'changes.subjects'> | null;
  /** Limits the list to one dataset; null for all. */
  readonly dataset: DatasetName | null;
  readonly onSubject: (subject: string) => void;
}

/** Subjects with new, changed or vanished records, counted by dataset; new subjects come first. */
export function SubjectChanges({ study, answer, dataset, onSubject }: Props): ReactNode {
  const [limit, setLimit] = useState(step);
  if (answer === null) return <Skeleton height={240} m={16} />;
  const subjects = changedIn(answer.subjects, dataset);
  const shownDatasets = dataset === null ? datasetNames : [dataset];
  const within = dataset === null ? '' : `${datasetTitles[dataset]} in `;
  if (subjects.length === 0) return <Empty icon={IconUsers} title={`No subject has changes in ${within}this period`} />;
  return (
    <>
      <p className="changes-subjects-says t2 num" role="status">
        {formatCountOf(subjects.length, 'subject')} with changes
        <UseTheseSubjects study={study} subjects={subjects.map(({ subject }) => subject)} says="with changes" />
        <span className="status-part">{formatCount(newOf(subjects).length)} of them new</span>
        <UseTheseSubjects study={study} subjects={newOf(subjects)} says="new in the changes" />
        <span className="status-part">{restOf(subjects, namelessWords(answer.nameless, dataset !== null))}</span>
      </p>
      <div className="table-scroll">
        <table className="plain-table changes-subjects">
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">Is new</th>
              {shownDatasets.map((name) => (
                <th key={name} scope="col">
                  {datasetTitles[name]}
                </th>
              ))}
              <th scope="col" aria-label="Its changes" />
            </tr>
          </thead>
          <tbody>
            {subjects.slice(0, limit).map((one) => (
              <SubjectLine key={one.subject} {...{ study, one, shownDatasets, onSubject }} />
            ))}
          </tbody>
        </table>
        <ShowMore
          left={subjects.length - limit}
          onMore={() => {
            setLimit(limit + step);
          }}
        />
      </div>
    </>
  );
}

interface LineProps {
  readonly study: string;
  readonly one: ChangedSubject;
  readonly shownDatasets: readonly DatasetName[];
  readonly onSubject: (subject: string) => void;
}

function SubjectLine({ study, one, shownDatasets, onSubject }: LineProps): ReactNode {
  return (
    <tr className="plain-line" data-record={severalDatasets}>
      <td className="medium num subject-whole">
        <SubjectLink study={study} subject={one.subject} />
      </td>
      <td>
        {one.isNew && (
          <span className="row">
            <ChangeMark kind="new" /> new
          </span>
        )}
      </td>
      {shownDatasets.map((name) => {
        const counts = one.datasets.find(({ dataset }) => dataset === name);
        return (
          <td key={name} className="num t2 changes-by">
            {counts === undefined ? <span className="t3">–</span> : countsInWords(counts)}
          </td>
        );
      })}
      <td className="right">
        <button
          type="button"
          className="link small"
          onClick={() => {
            onSubject(one.subject);
          }}
        >
          Show{' '}
          {formatCountOf(
            one.datasets.reduce((sum, counts) => sum + total(counts), 0),
            'change',
          )}
        </button>
      </td>
    </tr>
  );
}

/** The subjects with changes in a dataset, with their counts in it alone; null for all datasets. */
export function changedIn(subjects: readonly ChangedSubject[], dataset: DatasetName | null): readonly ChangedSubject[] {
  if (dataset === null) return subjects;
  return subjects
    .map((one) => ({ ...one, datasets: one.datasets.filter((counts) => counts.dataset === dataset) }))
    .filter(({ datasets }) => datasets.length > 0);
}

function newOf(subjects: readonly ChangedSubject[]): readonly string[] {
  return subjects.filter(({ isNew }) => isNew).map(({ subject }) => subject);
}

/** Changes that belong to no subject. They are counted over all datasets, even if one is chosen (`isPart`). */
function namelessWords(nameless: number, isPart: boolean): string {
  if (nameless === 0) return '';
  return `; ${formatCountOf(nameless, 'change')} in records without a subject left out${isPart ? ', in all datasets' : ''}`;
}

/** "9 others with new records, 2 with only changed or vanished records". */
function restOf(subjects: readonly ChangedSubject[], nameless: string): string {
  const known = subjects.filter(({ isNew }) => !isNew);
  const others = known.filter(({ datasets }) => datasets.some((counts) => counts.new > 0)).length;
  return `${formatCountOf(others, 'other')} with new records, ${formatCount(known.length - others)} with only changed or vanished records${nameless}`;
}
