import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { MenuScroll } from '../../../ui/parts/controls.tsx';

const confirmations = [21, 28, 42, 56];
const stableDays = [0, 28, 35, 42, 49, 56, 84];

interface Props {
  readonly confirmedAfter: number;
  readonly stableAfter: number;
  readonly onConfirmedAfter: (days: number) => void;
  readonly onStableAfter: (days: number) => void;
}

/** Minimum times for confirmation and for stable disease, which the protocol defines. */
export function RulesMenu({ confirmedAfter, stableAfter, onConfirmedAfter, onStableAfter }: Props): ReactNode {
  return (
    <Menu width={260} closeOnItemClick={false}>
      <Menu.Target>
        <Button rightSection={<Glyph of={IconChevronDown} size={14} />}>
          Confirmed {confirmedAfter} d, SD {stableAfter} d
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Rules for best overall response">
        <MenuScroll label="Rules for best overall response">
          <Menu.Label>Minimum days to confirm a response</Menu.Label>
          {confirmations.map((days) => (
            <Days key={days} days={days} isChosen={days === confirmedAfter} onChoose={onConfirmedAfter} />
          ))}
          <Menu.Label>First day stable disease counts</Menu.Label>
          {stableDays.map((days) => (
            <Days key={days} days={days} isChosen={days === stableAfter} onChoose={onStableAfter} />
          ))}
        </MenuScroll>
      </Menu.Dropdown>
    </Menu>
  );
}

interface DaysProps {
  readonly days: number;
  readonly isChosen: boolean;
  readonly onChoose: (days: number) => void;
}

function Days({ days, isChosen, onChoose }: DaysProps): ReactNode {
  return (
    <Menu.Item
      rightSection={isChosen ? <Glyph of={IconCheck} size={14} /> : null}
      onClick={() => {
        onChoose(days);
      }}
    >
      {days} days
    </Menu.Item>
  );
}
