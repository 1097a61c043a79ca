import { useEffect, type ReactNode } from 'react';
import { useModel, useStudyCard, usePlace } from '../../data/model/model-context.ts';
import { type InStudy, studyPlace } from '../../data/model/place.ts';
import { StudyFrame } from './study-frame.tsx';
import type { StudyCard } from '../../../shared/contract.ts';
import { DatasetGrid } from '../../record/dataset/dataset-grid.tsx';
import { later, PartBoundary } from '../../ui/parts/later.tsx';
import { RecordInspector } from '../../record/inspector/record-inspector.tsx';
import { useSubjectsShown } from '../../record/subjects/subjects-switch.tsx';

/** One study: its frame and the section chosen in the rail. */
export function StudyPlace({ place }: { readonly place: InStudy }): ReactNode {
  const { data } = useModel();
  const card = useStudyCard(place.study);
  useEffect(() => {
    // Only stores which study was opened last; nothing on this screen depends on it.
    data.call('studies.opened', { study: place.study }).catch(() => undefined);
  }, [data, place.study]);
  if (card === null) return null;
  return (
    <StudyFrame card={card}>
      <StudySection card={card} place={place} />
    </StudyFrame>
  );
}

/** Loaded when first visited. */
const OverviewPlace = later(() => import('../../places/overview/overview-place.tsx').then((place) => place.OverviewPlace));
const ChangesPlace = later(() => import('../../places/changes/changes-place.tsx').then((place) => place.ChangesPlace));
const IssuesPlace = later(() => import('../../places/issues/issues-place.tsx').then((place) => place.IssuesPlace));
const NotesPlace = later(() => import('../../places/notes/notes-place.tsx').then((place) => place.NotesPlace));
const TestsPlace = later(() => import('../../places/tests/tests-place.tsx').then((place) => place.TestsPlace));
const ChartsPlace = later(() => import('../../places/charts/charts-place.tsx').then((place) => place.ChartsPlace));
const SubjectsDesk = later(() => import('../../places/subjects/subjects-desk.tsx').then((desk) => desk.SubjectsDesk));
const SubjectPlace = later(() => import('../../places/subject/subject-place.tsx').then((place) => place.SubjectPlace));

interface Props {
  readonly card: StudyCard;
  readonly place: InStudy;
}

function StudySection(props: Props): ReactNode {
  return (
    // Remounts under another data cut-off, so that everything is loaded again.
    <PartBoundary key={`${props.place.section} ${props.card.cutOff?.date ?? ''}`}>
      <Section {...props} />
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
    case 'tests':
      return <TestsPlace card={card} />;
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
    case 'subjects':
      return <SubjectsPlace card={card} hasRecord={place.record !== null} />;
    default:
      return <DatasetGrid study={card.study} dataset={place.section} />;
  }
}

/** The subjects of a study, as a summary or as the Group was sent. A linked record (`hasRecord`) exists only in the latter. */
function SubjectsPlace({ card, hasRecord }: { readonly card: StudyCard; readonly hasRecord: boolean }): ReactNode {
  const [shown] = useSubjectsShown(card.study);
  return shown === 'sent' || hasRecord ? <DatasetGrid study={card.study} dataset="subjects" /> : <SubjectsDesk card={card} />;
}

/** A list of records with the open one beside it. */
function BesideRecord({ place, children }: { readonly place: InStudy; readonly children: ReactNode }): ReactNode {
  const { go } = usePlace();
  const { study, section, record } = place;
  return (
    <div className="beside-record" data-open={record !== null}>
      {children}
      {record !== null && (
        <RecordInspector
          study={study}
          dataset={record.dataset}
          recordKey={record.key}
          firstTab={section === 'notes' ? 'notes' : 'fields'}
          onClose={() => {
            go(studyPlace(study, section));
          }}
        />
      )}
    </div>
  );
}
