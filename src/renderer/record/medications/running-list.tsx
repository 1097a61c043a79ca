import type { ReactNode } from 'react';
import type { MedicationRecord } from '../../../shared/calls/subject.ts';
import { isoDay } from '../../../shared/day.ts';
import { medicationName } from '../../../shared/derive/medication-name.ts';
import { recentDays, runningOn, type RunningMedication } from '../../../shared/derive/running-medications.ts';
import { endWords, startWords } from '../../../shared/derive/running-words.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import './running-list.css';

interface Props {
  /** What happened on the day: "Peak ALT 5.20 × ULN", "This result". */
  readonly title: string;
  /** Days since 1970-01-01; null without a complete, valid date. */
  readonly day: number | null;
  /** Those of the subject; null if the study's medications are not mirrored. */
  readonly medications: readonly MedicationRecord[] | null;
  readonly onOpen: (key: string) => void;
  /** Opens these records in their table. */
  readonly onRecords: (keys: readonly string[]) => void;
}

/** The medications that were running on a day, and those that had recently stopped; each opens its record. */
export function RunningList({ title, day, medications, onOpen, onRecords }: Props): ReactNode {
  return (
    <section className="running" aria-label={title}>
      <h3>
        {title}
        {day !== null && <span className="t2 num"> on {dateOf(day)}</span>}
      </h3>
      {medications === null ? (
        <p className="small t2">The medications of this study are not mirrored yet.</p>
      ) : day === null ? (
        <p className="small t2">This result has no complete, valid date, so medications at that time cannot be determined.</p>
      ) : (
        <OnDay day={day} medications={medications} onOpen={onOpen} onRecords={onRecords} />
      )}
    </section>
  );
}

interface OnDayProps extends Pick<Props, 'onOpen' | 'onRecords'> {
  readonly day: number;
  readonly medications: readonly MedicationRecord[];
}

function OnDay({ day, medications, onOpen, onRecords }: OnDayProps): ReactNode {
  const { running, stopped, withoutStart } = runningOn(day, medications);
  return (
    <>
      <p className="small t2 num">{runningSentence(running.length, medications.length)}</p>
      <Medications list={running} onOpen={onOpen} />
      {stopped.length > 0 && (
        <>
          <h4 className="small medium">Stopped within {recentDays} days before</h4>
          <Medications list={stopped} onOpen={onOpen} />
        </>
      )}
      {withoutStart.length > 0 && (
        <p className="small t2">
          <button
            type="button"
            className="link"
            title="Open the rows"
            onClick={() => {
              onRecords(withoutStart.map(({ key }) => key));
            }}
          >
            {formatCountOf(withoutStart.length, 'medication record')}
          </button>{' '}
          without a readable start, so it is unknown whether {withoutStart.length === 1 ? 'it was' : 'they were'} running.
        </p>
      )}
    </>
  );
}

/** Does not claim that they were running: without a recorded end, only the start is known. */
function runningSentence(running: number, of: number): string {
  if (of === 0) return 'This subject has no medications.';
  const lead = running === 0 ? 'None' : formatCount(running);
  return `${lead} of ${formatCountOf(of, 'medication record')}: started by then and not known to have ended.`;
}

function Medications({
  list,
  onOpen,
}: {
  readonly list: readonly RunningMedication<MedicationRecord>[];
  readonly onOpen: (key: string) => void;
}): ReactNode {
  return (
    <ul>
      {list.map((one) => {
        const { medication, certainty, end } = one;
        const stopped = end !== null && end.last < 0;
        return (
          <li key={medication.key}>
            <button
              type="button"
              className="link running-name"
              onClick={() => {
                onOpen(medication.key);
              }}
            >
              {medicationName(medication)}
            </button>
            {certainty === 'maybe' && (
              <span className="running-maybe tiny">{stopped ? 'may have stopped earlier' : 'may have been running'}</span>
            )}
            <span className="small t2 num running-dates">
              {startWords(one, formatCalendarDay)} · {endWords(one, formatCalendarDay)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function dateOf(day: number): string {
  return formatCalendarDay(isoDay(day));
}
