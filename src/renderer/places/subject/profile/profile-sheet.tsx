import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { StudyCard } from '../../../../shared/contract.ts';
import { formatCalendarDay } from '../../../ui/format/dates.ts';
import { anchorDay, anchorName } from '../anchors.ts';
import { isoDay } from '../../../../shared/day.ts';
import type { Clock } from '../days.ts';
import { datesWords } from '../shown-dates.ts';
import type { SubjectFigure } from '../subject-figure.ts';
import type { SubjectView } from '../../../data/model/subject-view.ts';
import { Timeline } from '../timeline.tsx';
import { notMirroredWords } from '../../../ui/sync/not-mirrored.tsx';
import { recordsIn, type SubjectData } from '../use-subject-data.ts';
import { GradesLine } from '../grades-line.tsx';
import { AssessmentsTable, MedicationsTable, TestsTable } from './profile-tables.tsx';
import { formatCountOf } from '../../../../shared/format-count.ts';
import './profile.css';

export interface Profile {
  readonly card: StudyCard;
  readonly data: SubjectData;
  readonly figure: SubjectFigure;
  readonly view: SubjectView;
}

/** The printed profile: laid out off-screen and visible only in print. */
export function ProfileSheet({ card, data, figure, view }: Profile): ReactNode {
  const clock: Clock = { anchor: anchorDay(figure.anchors, view.anchor) };
  const dates = datesWords(figure.dates, figure.clock);
  return createPortal(
    <div className="print-sheet">
      <header>
        <h1>Subject {data.subject}</h1>
        {card.demo && <span className="profile-demo">Demo data</span>}
      </header>
      <p className="t2">
        {countWords(data)} {dayWords(clock, view, data)}
      </p>
      <GradesLine data={data} figure={figure} view={view} onOpen={null} />
      {dates !== null && <p className="profile-apart">{dates} The tables below cover all records, whatever their dates.</p>}
      <Timeline data={data} figure={figure} view={view} onView={nothing} onOpen={nothing} onNarrow={nothing} />
      <AssessmentsTable data={data} clock={clock} />
      <TestsTable data={data} clock={clock} dataset="labs" anchor={view.anchor} grades={figure.grades} />
      <TestsTable data={data} clock={clock} dataset="vitals" anchor={view.anchor} grades={null} />
      <MedicationsTable data={data} />
      <p className="profile-notes t2">
        H and L: above or below the range of the same record. Carrel derives sums and changes from the target sums (RECIST 1.1); the
        conclusion is as signed, unconfirmed. A medication without a recorded end may have ended. The service does not distinguish study
        drug from other drugs. Practitioner names are not printed.
      </p>
    </div>,
    document.body,
  );
}

const nouns = { labs: 'lab', vitals: 'vital sign', medications: 'medication', responses: 'response assessment' } as const;
const counted = ['labs', 'vitals', 'medications', 'responses'] as const;

/** For example "199 labs, 18 medications. Vitals and responses are not mirrored yet." */
function countWords(data: SubjectData): string {
  const known = counted.filter((name) => data.mirrored.includes(name));
  const counts = known.map((name) => formatCountOf(recordsIn(data, name) ?? 0, nouns[name])).join(', ');
  const missing = notMirroredWords(counted.filter((name) => !known.includes(name)));
  const sentences = [counts, missing === null ? '' : missing.charAt(0).toUpperCase() + missing.slice(1)];
  return sentences.flatMap((sentence) => (sentence === '' ? [] : [`${sentence}.`])).join(' ');
}

function dayWords({ anchor }: Clock, view: SubjectView, { mirrored }: SubjectData): string {
  const name = anchorName(view.anchor);
  if (view.anchor.kind === 'baseline' && !mirrored.includes('responses'))
    return 'Without responses there is no known baseline assessment: dates are shown, and results have no baseline.';
  return anchor === null
    ? `This subject has no usable date of ${name}: dates are shown, and results have no baseline.`
    : `Day 1 is that of ${name}, ${formatCalendarDay(isoDay(anchor))}.`;
}

function nothing(): void {
  // A printed page has no interaction.
}
