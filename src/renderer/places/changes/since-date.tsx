import { useRef, useState, type ReactNode } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { DayInput } from '../../ui/parts/day-input.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';

interface Props {
  readonly study: string;
  readonly onSince: (generation: number) => void;
}

/** A day of this computer's clock, from whose midnight on changes count. */
export function SinceDate({ study, onSince }: Props): ReactNode {
  const { data } = useModel();
  const [chosen, setChosen] = useState('');
  const newest = useRef('');
  const choose = (day: string): void => {
    setChosen(day);
    newest.current = day;
    const [year, month, date] = day.split('-').map(Number);
    if (year === undefined || month === undefined || date === undefined || year < 1990) return;
    data.call('changes.before', { study, moment: new Date(year, month - 1, date).toISOString() }).then(
      (generation) => {
        // Another day may have been chosen meanwhile.
        if (newest.current === day) onSince(generation);
      },
      (error: unknown) => {
        showFailure('The changes since that day could not be read', error);
      },
    );
  };
  return (
    <label className="since-date small t2">
      or since
      <DayInput aria-label="Changes since this day" w={140} day={chosen} onDay={choose} />
    </label>
  );
}
