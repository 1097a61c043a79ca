import type { ReactNode } from 'react';
import { isPlausibleAt } from '../../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import { RunningList } from '../../record/medications/running-list.tsx';
import { recordsIn, type SubjectData } from './use-subject-data.ts';

interface Props {
  readonly data: SubjectData;
  /** Key of the opened lab result. */
  readonly recordKey: string;
  readonly onOpen: (key: string) => void;
  readonly onRecords: (keys: readonly string[]) => void;
}

/** The medications on the day of a lab result; renders nothing if the result has vanished. */
export function RunningBeside({ data, recordKey, onOpen, onRecords }: Props): ReactNode {
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
