import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from './icon.tsx';

interface Props {
  /** Of what is moved in its list. */
  readonly name: string;
  readonly onMove: (step: -1 | 1) => void;
}

/** Moves a line of a list one up or down. */
export function MoveButtons({ name, onMove }: Props): ReactNode {
  return (
    <>
      <ActionIcon
        size={24}
        aria-label={`Move ${name} up`}
        onClick={() => {
          onMove(-1);
        }}
      >
        <Glyph of={IconChevronUp} size={14} />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-label={`Move ${name} down`}
        onClick={() => {
          onMove(1);
        }}
      >
        <Glyph of={IconChevronDown} size={14} />
      </ActionIcon>
    </>
  );
}
