import { lazy, Suspense, type ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import { ChangesPlace } from '../changes/changes-place.tsx';
import { DatasetGrid } from '../grid/dataset-grid.tsx';
import { IssuesPlace } from '../issues/issues-place.tsx';
import { NotesPlace } from '../notes/notes-place.tsx';
import type { InStudy } from '../model/place.ts';
import { OverviewPlace } from '../overview/overview-place.tsx';
import { BesideRecord } from './beside-record.tsx';

/** Read when one of them is first gone to. */
const ChartsPlace = lazy(() => import('../charts/charts-place.tsx').then(({ ChartsPlace }) => ({ default: ChartsPlace })));
const SubjectPlace = lazy(() => import('../subject/subject-place.tsx').then(({ SubjectPlace }) => ({ default: SubjectPlace })));

/** What the rail chose. */
export function StudySection({ card, place }: { readonly card: StudyCard; readonly place: InStudy }): ReactNode {
  switch (place.section) {
    case 'overview':
      return <OverviewPlace card={card} />;
    case 'charts':
      return (
        <BesideRecord place={place}>
          <Suspense fallback={null}>
            <ChartsPlace card={card} />
          </Suspense>
        </BesideRecord>
      );
    case 'subject':
      return (
        <Suspense fallback={null}>
          {place.subject !== undefined && <SubjectPlace card={card} subject={place.subject} record={place.record} />}
        </Suspense>
      );
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
