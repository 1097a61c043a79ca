import { Button } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';
import type { Clock } from './days.ts';
import { datesWords, type DateChoice, type ShownDates } from './shown-dates.ts';

interface Props {
  readonly dates: ShownDates;
  readonly clock: Clock;
  readonly onChoose: (choice: DateChoice) => void;
}

/**
 * Which records the time line does not show for their dates, or that few dates stretch it; and the step to the other. It stands beneath the
 * time line, which so stays in its place when a note comes. Where the step takes the note away, the focus goes to the axis.
 */
export function DatesNote({ dates, clock, onChoose }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const words = datesWords(dates, clock);
  const isThere = words !== null;
  useLayoutEffect(() => {
    if (!isThere && pressed.current) place.current?.parentElement?.querySelector<HTMLElement>('[role=slider]')?.focus();
    pressed.current = false;
  });
  return (
    <div ref={place} className={isThere ? 'note note-info subject-fact subject-dates' : undefined}>
      {isThere && <Glyph of={IconCalendarSearch} />}
      <span role="status">
        {words}
        {dates.apart.length > 0 && ' The tables beneath have all of them.'}
      </span>
      {isThere && (
        <Button
          size="xs"
          onClick={() => {
            pressed.current = true;
            // Where none lies far away, the dates of most records are all of them, and a mistyped one that comes later is left out.
            onChoose(dates.span === null || dates.most === null ? 'most' : 'all');
          }}
        >
          {dates.span === null ? 'Leave them out' : 'Show all dates'}
        </Button>
      )}
    </div>
  );
}
