import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '../../shared/datasets/declaration.ts';
import { useCall } from '../data/use-call.ts';
import { cellText } from './cell-text.ts';
import { useGrid } from './grid-context.ts';

interface RangeFieldsProps {
  readonly column: Column;
  readonly from: string;
  readonly to: string;
  readonly onChange: (ends: { readonly from: string; readonly to: string }) => void;
}

/** Both ends of a range, each may stay empty; the placeholders are the least and the greatest value there is. */
export function RangeFields({ column, from, to, onChange }: RangeFieldsProps): ReactNode {
  const { card, selection } = useGrid();
  const others = { ...selection, where: selection.where.filter((condition) => condition.column !== column.name) };
  const { data } = useCall('column.summary', { study: card.study, selection: others, column: column.name });
  const date = column.kind === 'datetime';
  const hint = (end: string | number | null | undefined): string => {
    if (end === null || end === undefined) return '';
    return date ? String(end).slice(0, 10) : cellText(column, end);
  };
  return (
    <>
      <div className="range-fields">
        <TextInput
          data-autofocus
          label={date ? 'On or after' : 'At least'}
          placeholder={hint(data?.min)}
          value={from}
          maxLength={40}
          onChange={(event) => {
            onChange({ from: event.currentTarget.value, to });
          }}
        />
        <TextInput
          label={date ? 'On or before' : 'At most'}
          placeholder={hint(data?.max)}
          value={to}
          maxLength={40}
          onChange={(event) => {
            onChange({ from, to: event.currentTarget.value });
          }}
        />
      </div>
      <p className="range-note small t3">
        {date
          ? 'A day, a month or a year: 2025-09-03, 2025-09, 2025. Whole days are included.'
          : 'Both ends are included. Rows without a value are left out.'}
      </p>
    </>
  );
}
