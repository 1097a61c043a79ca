import { Button, Menu } from '@mantine/core';
import { IconCalendarDown, IconCheck, IconChevronDown, IconCalendarSearch } from '@tabler/icons-react';
import { useState, type ReactNode, useLayoutEffect, useRef } from 'react';
import { isSameAnchorVisit } from '../../../shared/derive/anchor-visits.ts';
import { useVisitChoices } from '../../data/calls/use-visit-choices.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { MenuScroll } from '../../ui/parts/controls.tsx';
import { ReferenceDates } from '../../record/subjects/reference-dates.tsx';
import { anchorDay, anchorDayWords, anchorName, type SubjectAnchors } from './anchors.ts';
import type { Clock } from './days.ts';
import { isoDay } from '../../../shared/day.ts';
import type { AnchorChoice } from '../../data/model/subject-view.ts';
import type { Visit } from './visits.ts';
import { datesWords, type DateChoice, type ShownDates } from './shown-dates.ts';

interface Props {
  readonly study: string;
  readonly anchors: SubjectAnchors;
  readonly choice: AnchorChoice;
  readonly onChoose: (choice: AnchorChoice) => void;
}

/** Chooses what day 1 is, for all subjects of the study. */
export function AnchorMenu({ study, anchors, choice, onChoose }: Props): ReactNode {
  const [importing, setImporting] = useState(false);
  const words = `From ${anchorName(choice)}, ${anchorDayWords(anchors, choice)}`;
  const order = useVisitChoices(study, 0).data?.visits ?? [];
  const items: readonly (readonly [AnchorChoice, string])[] = [
    [{ kind: 'baseline' }, 'Baseline assessment'],
    [{ kind: 'first-record' }, 'First result or assessment'],
    [{ kind: 'reference' }, 'Reference date'],
    ...inOrderOf(order, anchors.visits).map(({ visit }): readonly [AnchorChoice, string] => [{ kind: 'visit', visit }, visit]),
  ];
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button className="subject-anchor num" title={words} aria-label={words} rightSection={<Glyph of={IconChevronDown} size={14} />}>
            <span className="clip">From {anchorName(choice)}</span>
            <span className="subject-anchor-day">, {anchorDayWords(anchors, choice)}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Days are counted from">
          <MenuScroll label="Day 1 is the day of">
            <Menu.Label>Day 1 is the day of</Menu.Label>
            {items.map(([item, title]) => {
              const day = anchorDay(anchors, item);
              return (
                <Menu.Item
                  key={`${item.kind}/${title}`}
                  rightSection={sameAnchor(item, choice) ? <Glyph of={IconCheck} size={14} /> : null}
                  onClick={() => {
                    onChoose(item);
                  }}
                >
                  {title} <span className="small t2 num">{day === null ? 'none' : formatCalendarDay(isoDay(day))}</span>
                </Menu.Item>
              );
            })}
          </MenuScroll>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Glyph of={IconCalendarDown} size={14} />}
            onClick={() => {
              setImporting(true);
            }}
          >
            Import reference dates…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {importing && (
        <ReferenceDates
          study={study}
          onClose={() => {
            setImporting(false);
          }}
          onTaken={() => {
            onChoose({ kind: 'reference' });
          }}
        />
      )}
    </>
  );
}

/** The subject's visits in the study's visit order, or by date until that is loaded. */
function inOrderOf(order: readonly string[], visits: readonly Visit[]): readonly Visit[] {
  const places = new Map(order.map((visit, place) => [visit, place]));
  return visits.toSorted((left, right) => (places.get(left.visit) ?? places.size) - (places.get(right.visit) ?? places.size));
}

function sameAnchor(one: AnchorChoice, other: AnchorChoice): boolean {
  return one.kind === 'visit' && other.kind === 'visit' ? isSameAnchorVisit(one.visit, other.visit) : one.kind === other.kind;
}

interface DatesNoteProps {
  readonly dates: ShownDates;
  readonly clock: Clock;
  readonly onChoose: (choice: DateChoice) => void;
}

/**
 * Says which records are outside the dates shown or stretch the timeline, with a button that switches between the two. It is below the
 * timeline, which therefore does not move when a note appears. If the button removes the note, the axis gets the focus.
 */
export function DatesNote({ dates, clock, onChoose }: DatesNoteProps): ReactNode {
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
        {dates.apart.length > 0 && ' The tables below show all of them.'}
      </span>
      {isThere && (
        <Button
          size="xs"
          onClick={() => {
            pressed.current = true;
            // If no date is far away, 'most' also shows all dates, and leaves out a mistyped one that arrives later.
            onChoose(dates.span === null || dates.most === null ? 'most' : 'all');
          }}
        >
          {dates.span === null ? 'Hide them' : 'Show all dates'}
        </Button>
      )}
    </div>
  );
}
