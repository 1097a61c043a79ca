import { Skeleton } from '@mantine/core';
import { IconInfoCircle, IconUserOff } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { datasetNames, datasets } from '../../../shared/datasets/datasets.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import { useAnnotations, type Annotated } from '../../data/calls/use-annotations.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { FailedLoads, Empty } from '../../ui/parts/states.tsx';
import { DatesNote } from './anchor-menu.tsx';
import { neighboursOf, type Neighbours, recordsIn, useSubjectData, type SubjectData, useSubjectView } from './use-subject-data.ts';
import { unanchoredWords } from './anchors.ts';
import { GradesLine } from './grades-line.tsx';
import { upToCutOff } from '../../record/cut-off/cut-off.ts';
import { RecordInspector } from '../../record/inspector/record-inspector.tsx';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace, subjectPlace, type RecordAddress } from '../../data/model/place.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ProfileButton } from './profile/profile-button.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import type { DateChoice } from './shown-dates.ts';
import { figureOf, type SubjectFigure } from './subject-figure.ts';
import { SubjectHead } from './subject-head.tsx';
import { SubjectTables } from './subject-tables.tsx';
import type { SubjectView } from '../../data/model/subject-view.ts';
import { Timeline } from './timeline.tsx';
import { isPlausibleAt } from '../../../shared/derive/plausible-date.ts';
import { RunningList } from '../../record/medications/running-list.tsx';
import './subject.css';
import './timeline.css';

interface Props {
  readonly card: StudyCard;
  readonly subject: string;
  readonly record: RecordAddress | null;
}

/** One subject: a timeline of results, medications and assessments, all records below it, and an opened record beside it. */
export function SubjectPlace({ card, subject, record }: Props): ReactNode {
  const { study } = card;
  const { go } = usePlace();
  const generation = generationOf(card);
  const read = useSubjectData(card, subject, generation);
  const { data } = read;
  const { view, change: changeView, keep } = useSubjectView(study);
  const [filter] = useSubjectFilter(study);
  const [dates, chooseDates] = useDateChoice(subject);
  const neighbours = useNeighbours(card, subject);
  const dated = useAnnotations(study, 'reference-dates');
  const reference = useMemo(() => (dated.data === null ? undefined : referenceDay(dated.data, subject)), [dated.data, subject]);
  const figure = useMemo(
    () => (data === null || view === null || reference === undefined ? null : figureOf(data, view, reference, dates)),
    [data, view, reference, dates],
  );
  const openRows = useOpenRows(study);
  const open = (chosen: RecordAddress | null): void => {
    go(subjectPlace(study, subject, chosen));
  };
  return (
    <div className="beside-record" data-open={record !== null}>
      <div className="subject">
        <SubjectHead {...{ study, subject, neighbours, figure, view }} filtered={filter !== null} onView={changeView} onKeep={keep}>
          {data !== null && figure !== null && view !== null && !isUnknown(data) && <ProfileButton {...{ card, data, figure, view }} />}
        </SubjectHead>
        <FailedLoads of={[read, dated]} />
        {data === null || figure === null || view === null ? (
          read.error === null && dated.error === null && <Waiting />
        ) : isUnknown(data) ? (
          <UnknownSubject card={card} />
        ) : (
          <div key={subject} className="subject-scroll">
            <Facts data={data} figure={figure} view={view} />
            <GradesLine
              {...{ data, figure, view }}
              onOpen={open}
              onRecords={(results) => {
                openRows('labs', [{ column: datasets.labs.key, op: 'in', values: results.map(({ key }) => key) }]);
              }}
            />
            <Timeline data={data} figure={figure} view={view} onView={changeView} onOpen={open} onNarrow={chooseDates} />
            <DatesNote dates={figure.dates} clock={figure.clock} onChoose={chooseDates} />
            <SubjectTables
              study={study}
              data={data}
              table={view.table}
              record={record}
              onTable={(table) => {
                changeView({ table });
              }}
              onOpen={open}
            />
          </div>
        )}
      </div>
      {record !== null && (
        <RecordInspector
          study={study}
          dataset={record.dataset}
          recordKey={record.key}
          onClose={() => {
            open(null);
          }}
        >
          {data !== null && record.dataset === 'labs' && (
            <RunningBeside
              data={data}
              recordKey={record.key}
              onOpen={(key) => {
                open({ dataset: 'medications', key });
              }}
              onRecords={(keys) => {
                openRows('medications', [{ column: datasets.medications.key, op: 'in', values: [...keys] }]);
              }}
            />
          )}
        </RecordInspector>
      )}
    </div>
  );
}

/** The dates to show, by default those of most records. A choice applies to one subject only, because dates differ between subjects. */
function useDateChoice(subject: string): readonly [DateChoice, (choice: DateChoice) => void] {
  const [chosen, setChosen] = useState<{ readonly subject: string; readonly choice: DateChoice } | null>(null);
  const choose = useCallback(
    (choice: DateChoice) => {
      setChosen({ subject, choice });
    },
    [subject],
  );
  return [chosen?.subject === subject ? chosen.choice : 'most', choose];
}

/** Position of the subject among those of the filter, or among all; null until they are loaded. */
function useNeighbours(card: StudyCard, subject: string): Neighbours | null {
  const [filter] = useSubjectFilter(card.study);
  const { data, reload } = useCall('subjects.list', { study: card.study, selection: null });
  useReloadOn(generationOf(card), reload);
  const all = filter?.subjects ?? data?.subjects ?? null;
  return useMemo(() => (all === null ? null : neighboursOf(all, subject)), [all, subject]);
}

/** The subject's imported reference date in days since 1970-01-01; null without one. */
function referenceDay([newest]: readonly Annotated<'reference-dates'>[], subject: string): number | null {
  return calendarDay(newest?.value.dates.find((one) => one.subject === subject)?.date ?? '');
}

function isUnknown(data: SubjectData): boolean {
  return data.changes.of === 0 && datasetNames.every((name) => (recordsIn(data, name) ?? 0) === 0);
}

/** Notes to read before the figure. */
function Facts({
  data,
  figure,
  view,
}: {
  readonly data: SubjectData;
  readonly figure: SubjectFigure;
  readonly view: SubjectView;
}): ReactNode {
  const facts = [
    ...(recordsIn(data, 'subjects') === 0 ? ['Records name this subject, but the study’s Group does not.'] : []),
    ...(figure.unanchored && figure.moments.length > 0 ? [unanchoredWords(view.anchor, data.mirrored)] : []),
  ];
  return facts.map((fact) => (
    <p key={fact} className="note note-info subject-fact" role="status">
      <Glyph of={IconInfoCircle} />
      <span>{fact}</span>
    </p>
  ));
}

interface RunningBesideProps {
  readonly data: SubjectData;
  /** Key of the opened lab result. */
  readonly recordKey: string;
  readonly onOpen: (key: string) => void;
  readonly onRecords: (keys: readonly string[]) => void;
}

/** The medications on the day of a lab result; renders nothing if the result has vanished. */
function RunningBeside({ data, recordKey, onOpen, onRecords }: RunningBesideProps): ReactNode {
  const result = data.labs.results.find(({ key }) => key === recordKey);
  if (result === undefined) return null;
  const { at, collected } = result;
  const day = at === null || collected === null || !isPlausibleAt(at, data.asOf.labs) ? null : calendarDay(collected);
  const medications = recordsIn(data, 'medications') === null ? null : data.medications;
  return (
    <div className="running-beside">
      <RunningList title="Medications at this result" {...{ day, medications, onOpen, onRecords }} />
    </div>
  );
}

function UnknownSubject({ card }: { readonly card: StudyCard }): ReactNode {
  const { go } = usePlace();
  return (
    <Empty
      icon={IconUserOff}
      title="No data for this subject"
      says={
        card.cutOff === null
          ? 'No dataset in this study mentions this subject. The service may have renamed or removed it.'
          : `No dataset in this study mentions this subject${upToCutOff(card)}.`
      }
      step={{
        label: 'See all subjects',
        take: () => {
          go(studyPlace(card.study, 'subjects'));
        },
      }}
    />
  );
}

function Waiting(): ReactNode {
  return (
    <div className="subject-waiting" aria-busy="true" aria-label="Loading">
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} height={38} />
      ))}
    </div>
  );
}
