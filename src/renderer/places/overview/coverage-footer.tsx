import type { ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { countedWords, type CountedDataset } from './coverage-model.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly study: string;
  readonly coverage: Output<'coverage.read'>;
  /** Name of the counted records: "labs". */
  readonly counted: string;
  readonly isOrdered: boolean;
  /** Number of unscheduled visits that can be folded into one column, and whether they are unfolded. */
  readonly foldable: number;
  readonly isOpen: boolean;
  readonly onFold: () => void;
  readonly onReorder: () => void;
}

/** Subjects with and without records, the order of the visits, and links to records that are in no cell of the matrix. */
export function CoverageFooter({ study, coverage, counted, isOrdered, foldable, isOpen, onFold, onReorder }: Props): ReactNode {
  const { subjects, visits, members } = coverage;
  return (
    <footer className="status-line coverage-foot">
      <span>
        <b>{formatCount(subjects.length)}</b> of {formatCountOf(members, 'subject')} {subjects.length === 1 ? 'has' : 'have'} {counted} at a
        visit
      </span>
      <Without {...{ study, coverage, counted }} />
      <span className="status-part">{formatCountOf(visits.length, 'visit')}</span>
      {foldable > 0 && (
        <button type="button" className="link small status-part" aria-expanded={isOpen} onClick={onFold}>
          {isOpen ? 'Fold' : 'Show'} {formatCount(foldable)} unscheduled visits
        </button>
      )}
      <Unplaced study={study} coverage={coverage} />
      <span className="status-space" />
      <span className="t3 coverage-order">{isOrdered ? 'Visits in your order' : 'Visits by date and number'}</span>
      <button type="button" className="link small status-part" onClick={onReorder}>
        Reorder
      </button>
    </footer>
  );
}

/** "25 of 144 subjects have no labs": sets the subject filter to them. */
function Without({ study, coverage: { without, members }, counted }: Pick<Props, 'study' | 'coverage' | 'counted'>): ReactNode {
  const [, setFilter] = useSubjectFilter(study);
  const { go } = usePlace();
  if (without.length === 0) return null;
  return (
    <button
      type="button"
      className="link small status-part"
      onClick={() => {
        setFilter({ subjects: without, says: `without ${counted}` });
        go(studyPlace(study, 'subjects'));
      }}
    >
      {formatCount(without.length)} of {formatCountOf(members, 'subject')} {without.length === 1 ? 'has' : 'have'} no {counted}
    </button>
  );
}

const datasets: readonly CountedDataset[] = ['labs', 'vitals'];

/** Counts of records that are in no cell of the matrix; each count opens its records. */
function Unplaced({ study, coverage: { withoutVisit, nameless } }: Pick<Props, 'study' | 'coverage'>): ReactNode {
  const openRows = useOpenRows(study);
  const missing = (column: string) => ({ column, op: 'missing' as const, values: [] });
  const present = (column: string) => ({ column, op: 'present' as const, values: [] });
  return datasets.flatMap((dataset) =>
    [
      { records: withoutVisit[dataset], says: 'without a visit', where: [missing('visit'), present('subject')] },
      { records: nameless[dataset], says: 'without a subject', where: [missing('subject')] },
    ]
      .filter(({ records }) => records > 0)
      .map(({ records, says, where }) => (
        <button
          key={`${dataset} ${says}`}
          type="button"
          className="link small status-part"
          onClick={() => {
            openRows(dataset, where);
          }}
        >
          {countedWords(dataset, records)} {says}
        </button>
      )),
  );
}
