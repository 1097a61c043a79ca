import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { HeaderVocabulary } from '../../../shared/datasets/declaration.ts';

/** The three ways to name columns. */
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

/** One of a few, side by side. */
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
