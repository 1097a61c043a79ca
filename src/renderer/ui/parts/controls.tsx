import { SegmentedControl, ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { Glyph } from './icon.tsx';

/** The header vocabularies with their labels. */
export const vocabularies: readonly (readonly [HeaderVocabulary, string])[] = [
  ['plain', 'Plain'],
  ['sdtm', 'SDTM'],
  ['source', 'Source'],
];

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly size?: 'xs' | 'sm';
  readonly onChange: (value: T) => void;
}

/** A segmented control that chooses one of a few options. */
export function Choice<T extends string>({ label, options, value, size = 'sm', onChange }: ChoiceProps<T>): ReactNode {
  const pick = (chosen: string): void => {
    const option = options.find(([name]) => name === chosen);
    if (option !== undefined) onChange(option[0]);
  };
  return (
    <SegmentedControl
      aria-label={label}
      size={size}
      value={value}
      onChange={pick}
      data={options.map(([name, title]) => ({ value: name, label: title }))}
    />
  );
}

interface Props {
  /** Name of the list item, for screen readers. */
  readonly name: string;
  readonly onMove: (step: -1 | 1) => void;
}

/** Buttons that move a list item up or down by one. */
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

/** The scrollable part of a long menu; focusable, so that it can be scrolled by keyboard. */
export function MenuScroll({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="menu-scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
