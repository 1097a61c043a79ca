import { IconCalendarOff, IconUsers } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { usePlace, useStudyCard } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { upToCutOff } from '../../record/cut-off/cut-off.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Empty } from '../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { CoverageFooter } from './coverage-footer.tsx';
import { CoverageGrid } from './coverage-grid.tsx';
import { coverageLegend, foldableVisits, matrixOf, withFolded } from './coverage-model.ts';
import { VisitOrderDialog } from './visit-order-dialog.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly study: string;
  /** The dataset that is linked to if there is nothing to show. */
  readonly dataset: 'labs' | 'vitals';
  readonly coverage: Output<'coverage.read'>;
  /** Name of the counted records: "labs". */
  readonly counted: string;
  /** Whether the order of visits is user-defined. */
  readonly isOrdered: boolean;
  /** Called with a new order of visits; an empty one restores Carrel's own order. */
  readonly onOrder: (visits: readonly string[]) => void;
}

/** Matrix of records by subject and visit, with a legend above and counts below. */
export function Coverage({ study, dataset, coverage, counted, isOrdered, onOrder }: Props): ReactNode {
  const [ordering, setOrdering] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const foldable = useMemo(() => foldableVisits(coverage), [coverage]);
  const folded = isOpen ? noVisits : foldable;
  const matrix = useMemo(() => matrixOf(withFolded(coverage, folded)), [coverage, folded]);
  const { shades, hasGaps } = useMemo(() => coverageLegend(matrix), [matrix]);
  if (matrix.rows.length === 0) return <NoCoverage study={study} dataset={dataset} counted={counted} unscheduled={coverage.unscheduled} />;
  return (
    <>
      <div className="coverage-legend small t3">
        {shades.map(({ heat, words }) => (
          <span key={words} className="coverage-shade">
            <i data-heat={heat} /> {words}
          </span>
        ))}
        {hasGaps && (
          <span className="coverage-shade">
            <i data-gap /> gap: none here although the subject has later visits and most subjects due have some
          </span>
        )}
      </div>
      <CoverageGrid study={study} matrix={matrix} counted={counted} folded={folded} />
      <CoverageFooter
        {...{ study, coverage, counted, isOrdered, isOpen }}
        foldable={foldable.length}
        onFold={() => {
          setOpen(!isOpen);
        }}
        onReorder={() => {
          setOrdering(true);
        }}
      />
      {ordering && (
        <VisitOrderDialog
          visits={coverage.visits}
          onDecide={onOrder}
          onClose={() => {
            setOrdering(false);
          }}
        />
      )}
    </>
  );
}

const noVisits: readonly string[] = [];

interface NoCoverageProps extends Pick<Props, 'study' | 'dataset' | 'counted'> {
  readonly unscheduled: number;
}

/** Why there is no matrix: the subject filter excludes all such records, or they have no visit. */
function NoCoverage({ study, dataset, counted, unscheduled }: NoCoverageProps): ReactNode {
  const [filter, setFilter] = useSubjectFilter(study);
  const { go } = usePlace();
  const card = useStudyCard(study);
  const upTo = card === null ? '' : upToCutOff(card);
  const says = unscheduled === 0 ? {} : { says: `${formatCountOf(unscheduled, 'record')} without a visit.` };
  if (filter !== null && unscheduled === 0) {
    const whom = formatCountOf(filter.subjects.length, 'subject');
    return (
      <Empty
        icon={IconUsers}
        title={`The ${whom} in the filter ${filter.subjects.length === 1 ? 'has' : 'have'} no ${counted}${upTo}`}
        step={{
          label: 'Show all subjects',
          take: () => {
            setFilter(null);
          },
        }}
      />
    );
  }
  return (
    <Empty
      icon={IconCalendarOff}
      title={`No ${counted} at a visit${upTo}`}
      {...says}
      step={{
        label: `Go to ${datasetTitles[dataset]}`,
        take: () => {
          go(studyPlace(study, dataset));
        },
      }}
    />
  );
}
