import type { ReactNode } from 'react';
import type { DatasetStatus } from '../../../shared/status.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { groupWords } from './proof-words.ts';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Glyph } from '../../ui/parts/icon.tsx';
import { datasetNames, datasets, columnOf, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Condition } from '../../../shared/query.ts';
import type { Call } from '../../../shared/rpc.ts';

interface ProofGroupProps {
  readonly study: string;
  readonly dataset: DatasetStatus;
  readonly onLeave: () => void;
}

/** Compares subjects and members of the study's Group in both directions, with links to the rows. */
export function ProofGroup({ study, dataset, onLeave }: ProofGroupProps): ReactNode {
  const show = useShownSubjects(study, dataset, onLeave);
  const words = groupWords(dataset);
  const { subjects } = dataset;
  if (words === null || subjects === null) return null;
  return (
    <>
      <Fact name="Members" good={null}>
        {words.withData}
        {mayFind(dataset, 'without-data') && <ShowLink label="Show these members" onClick={() => show('without-data')} />}
      </Fact>
      <Fact name="Subjects" good={subjects.outsideGroup === 0}>
        {words.outside}
        {mayFind(dataset, 'outside-group') && <ShowLink label="Show these rows" onClick={() => show('outside-group')} />}
      </Fact>
    </>
  );
}

function ShowLink({ label, onClick }: { readonly label: string; readonly onClick: () => Promise<void> }): ReactNode {
  return (
    <>
      {' '}
      <button type="button" className="link" onClick={() => void onClick()}>
        {label}
      </button>
    </>
  );
}

/** Returns a function that opens the grid with the rows, filtered by these subjects only. */
function useShownSubjects(study: string, dataset: DatasetStatus, onLeave: () => void): (direction: Direction) => Promise<void> {
  const { data } = useModel();
  const open = useOpenRows(study);
  return async (direction) => {
    try {
      const { where, place } = await findSubjects(data.call, study, dataset.dataset, direction);
      onLeave();
      open(place, [where]);
    } catch (error: unknown) {
      showFailure('These subjects could not be read', error);
    }
  };
}

interface FactProps {
  readonly name: string;
  /** Whether it supports the copy; null if neutral. */
  readonly good: boolean | null;
  readonly children: ReactNode;
}

/** One line of the list of checks. */
export function Fact({ name, good, children }: FactProps): ReactNode {
  return (
    <div className="proof-fact">
      <dt className="t3">{name}</dt>
      <dd>
        {good !== null && <Glyph of={good ? IconCheck : IconMinus} size={14} className={good ? 'proof-good' : 'proof-attention'} />}
        <span>{children}</span>
      </dd>
    </div>
  );
}

/** Subjects with data that are not in the Group, or members of the Group without data. */
type Direction = 'outside-group' | 'without-data';

/** Maximum number of column values per request; with more subjects, the lists cannot be compared. */
const mostValues = 1000;

/** Whether the subjects behind a count can be listed. No single grid contains those outside the Group across all datasets. */
export function mayFind({ dataset, subjects }: DatasetStatus, direction: Direction): boolean {
  if (subjects === null || subjects.seen > mostValues || subjects.members > mostValues) return false;
  return direction === 'without-data' ? subjects.withoutData > 0 : subjects.outsideGroup > 0 && dataset !== 'subjects';
}

/** The grid that contains the rows, and the condition that selects them. Rejects with an AppError. */
export async function findSubjects(
  call: Call,
  study: string,
  dataset: DatasetName,
  direction: Direction,
): Promise<{ readonly place: DatasetName; readonly where: Condition }> {
  const sources = dataset === 'subjects' ? datasetNames.filter(namesSubjects) : [dataset];
  const [members, ...seen] = await Promise.all(['subjects' as const, ...sources].map((name) => subjectsOf(call, study, name)));
  const [inGroup, inData] = [new Set(members), new Set(seen.flat())];
  const values = direction === 'outside-group' ? [...inData.difference(inGroup)] : [...inGroup.difference(inData)];
  return {
    place: direction === 'outside-group' ? dataset : 'subjects',
    where: { column: 'subject', op: 'in', values: values.toSorted() },
  };
}

function namesSubjects(name: DatasetName): boolean {
  return name !== 'subjects' && columnOf(datasets[name], 'subject') !== undefined;
}

async function subjectsOf(call: Call, study: string, dataset: DatasetName): Promise<readonly string[]> {
  const selection = { dataset, where: [], search: '', subjects: null, chosen: null };
  const { values } = await call('column.values', { study, selection, column: 'subject', search: '', limit: mostValues });
  return values.flatMap(({ value }) => (value === null || value === '' ? [] : [value]));
}
