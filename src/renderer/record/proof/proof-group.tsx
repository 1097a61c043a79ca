import type { ReactNode } from 'react';
import type { DatasetStatus } from '../../../shared/status.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { findSubjects, mayFind, type Direction } from './group-subjects.ts';
import { groupWords } from './proof-words.ts';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Glyph } from '../../ui/parts/icon.tsx';

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
