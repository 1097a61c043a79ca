import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { formatCount } from '../../../shared/format-count.ts';
import { formatShortMoment } from '../../ui/format/dates.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { countsInWords } from '../../record/changes/change-lines.ts';
import { useModel } from '../../data/model/model-context.ts';
import { DayInput } from '../../ui/parts/day-input.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';

/** Since before the first pass, when nothing could change yet: all its records count as new. */
const everything = 'Everything, including the first pass';

/** Maximum number of passes in the menu; all of them are listed beside the changes. */
const mostPasses = 50;

interface Props {
  readonly card: StudyCard;
  readonly passes: Output<'changes.passes'>;
  /** A generation; null means since changes were last marked as seen. */
  readonly chosen: number | null;
  readonly onChoose: (since: number | null) => void;
}

export function SinceMenu({ card, passes, chosen, onChoose }: Props): ReactNode {
  const looked = card.lookedAt === null ? 'Since the first pass' : `Since you last looked, ${formatShortMoment(card.lookedAt)}`;
  const later = passes.filter((pass) => pass.generation > 1);
  const tick = (on: boolean): ReactNode => (on ? <Glyph of={IconCheck} size={14} /> : null);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" className="since-button" rightSection={<Glyph of={IconChevronDown} size={14} />}>
          {chosen === null ? looked : nameOf(chosen, passes)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => {
            onChoose(null);
          }}
          rightSection={tick(chosen === null)}
        >
          {looked}
        </Menu.Item>
        {later.slice(0, mostPasses).map((pass) => (
          <Menu.Item
            key={pass.generation}
            onClick={() => {
              onChoose(pass.generation - 1);
            }}
            rightSection={tick(chosen === pass.generation - 1)}
          >
            From pass {pass.generation} on{' '}
            <span className="small t3">
              {formatShortMoment(pass.at)}, {countsInWords(pass.counts)}
            </span>
          </Menu.Item>
        ))}
        {later.length > mostPasses && (
          <Menu.Label>{formatCount(later.length - mostPasses)} earlier passes are listed beside the changes</Menu.Label>
        )}
        <Menu.Item
          onClick={() => {
            onChoose(0);
          }}
          rightSection={tick(chosen === 0)}
        >
          {everything}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function nameOf(chosen: number, passes: Output<'changes.passes'>): string {
  if (chosen === 0) return everything;
  const pass = passes.find((candidate) => candidate.generation === chosen + 1);
  return `From pass ${String(chosen + 1)} on${pass === undefined ? '' : `, ${formatShortMoment(pass.at)}`}`;
}

interface SinceDateProps {
  readonly study: string;
  readonly onSince: (generation: number) => void;
}

/** Chooses the changes since midnight of a day, in local time. */
export function SinceDate({ study, onSince }: SinceDateProps): ReactNode {
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
