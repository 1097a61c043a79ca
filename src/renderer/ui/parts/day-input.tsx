import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { isCalendarDay } from '../../../shared/day.ts';
import { Glyph } from './icon.tsx';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'placeholder' | 'rightSection' | 'maxLength'> {
  /** `YYYY-MM-DD`; empty if there is none. */
  readonly day: string;
  /** Called with a valid day, or with '' once the text is no valid day. */
  readonly onDay: (day: string) => void;
}

/** A day typed as `YYYY-MM-DD` in any system locale, or chosen in the browser's date picker. */
export function DayInput({ day, onDay, error, ...field }: Props): ReactNode {
  const calendar = useRef<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const take = (text: string): void => {
    const now = text.trim();
    const next = isCalendarDay(now) ? now : '';
    setTyped(next === '' && now !== '' ? text : null);
    setLeft(false);
    if (next !== day) onDay(next);
  };
  const isUnfinished = typed !== null && left;
  return (
    <TextInput
      {...field}
      value={typed ?? day}
      placeholder="YYYY-MM-DD"
      maxLength={10}
      autoComplete="off"
      error={isUnfinished ? 'Enter a date such as 2026-05-14' : error}
      onBlur={() => {
        setLeft(true);
      }}
      onChange={(event) => {
        take(event.currentTarget.value);
      }}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className="day-calendar"
            aria-hidden
            tabIndex={-1}
            value={day}
            onChange={(event) => {
              take(event.currentTarget.value);
            }}
          />
          <ActionIcon
            size={24}
            aria-label="Open the calendar"
            onClick={(event) => {
              event.preventDefault();
              calendar.current?.showPicker();
            }}
          >
            <Glyph of={IconCalendar} size={14} />
          </ActionIcon>
        </>
      }
    />
  );
}
