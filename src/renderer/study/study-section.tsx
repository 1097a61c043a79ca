import { lazy, Suspense, type ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import type { InStudy } from '../model/place.ts';
import { PartBoundary } from '../parts/part-boundary.tsx';
import { BesideRecord } from './beside-record.tsx';

/** Read while the studies are: the place that most begin with. */
const grid = import('../grid/dataset-grid.tsx').then(({ DatasetGrid }) => ({ default: DatasetGrid }));
// Where it cannot be read, the boundary says so when somebody goes there.
grid.catch(() => undefined);
const DatasetGrid = lazy(() => grid);
/** Read when one of them is first gone to. */
const OverviewPlace = lazy(() => import('../overview/overview-place.tsx').then(({ OverviewPlace }) => ({ default: OverviewPlace })));
const ChangesPlace = lazy(() => import('../changes/changes-place.tsx').then(({ ChangesPlace }) => ({ default: ChangesPlace })));
const IssuesPlace = lazy(() => import('../issues/issues-place.tsx').then(({ IssuesPlace }) => ({ default: IssuesPlace })));
const NotesPlace = lazy(() => import('../notes/notes-place.tsx').then(({ NotesPlace }) => ({ default: NotesPlace })));
const ChartsPlace = lazy(() => import('../charts/charts-place.tsx').then(({ ChartsPlace }) => ({ default: ChartsPlace })));
const SubjectPlace = lazy(() => import('../subject/subject-place.tsx').then(({ SubjectPlace }) => ({ default: SubjectPlace })));

interface Props {
  readonly card: StudyCard;
  readonly place: InStudy;
}

/** What the rail chose. */
export function StudySection(props: Props): ReactNode {
  return (
    <PartBoundary key={props.place.section}>
      <Suspense fallback={null}>
        <Section {...props} />
      </Suspense>
    </PartBoundary>
  );
}

function Section({ card, place }: Props): ReactNode {
  switch (place.section) {
    case 'overview':
      return <OverviewPlace card={card} />;
    case 'charts':
      return (
        <BesideRecord place={place}>
          <ChartsPlace card={card} />
        </BesideRecord>
      );
    case 'subject':
      return place.subject !== undefined && <SubjectPlace card={card} subject={place.subject} record={place.record} />;
    case 'changes':
      return (
        <BesideRecord place={place}>
          <ChangesPlace card={card} record={place.record} asked={place.since ?? null} />
        </BesideRecord>
      );
    case 'issues':
      return (
        <BesideRecord place={place}>
          <IssuesPlace card={card} record={place.record} />
        </BesideRecord>
      );
    case 'notes':
      return (
        <BesideRecord place={place}>
          <NotesPlace card={card} record={place.record} />
        </BesideRecord>
      );
    default:
      return <DatasetGrid study={card.study} dataset={place.section} />;
  }
}
