import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';

interface Props {
  readonly typed: string;
  readonly placeholder: string;
  readonly label?: string;
  readonly onType: (typed: string) => void;
  /** The Enter key. */
  readonly onTake?: () => void;
}

/** Narrows a list of columns or tests; it has the focus when the list opens. */
export function ColumnSearch({ typed, placeholder, label = 'Search the columns', onType, onTake }: Props): ReactNode {
  return (
    <TextInput
      className="filter-field"
      data-autofocus
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        onType(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || onTake === undefined) return;
        event.preventDefault();
        onTake();
      }}
      leftSection={<Glyph of={IconSearch} size={14} />}
    />
  );
}
