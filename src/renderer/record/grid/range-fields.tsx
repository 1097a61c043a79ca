import { SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { cellText } from './cell-text.ts';
import type { FilterDraft, LowerOp, UpperOp } from './filter-draft.ts';
import { useGrid } from './grid-context.ts';
import type { Output } from '../../../shared/contract.ts';

type Ends = Pick<FilterDraft, 'from' | 'to' | 'fromOp' | 'toOp'>;

interface RangeFieldsProps {
  readonly column: Column;
  readonly ends: Ends;
  readonly onChange: (ends: Partial<Ends>) => void;
}

const numberWords: Readonly<Record<LowerOp | UpperOp, string>> = {
  '>=': 'At least',
  '>': 'More than',
  '<=': 'At most',
  '<': 'Less than',
};
const dateWords: Readonly<Record<LowerOp | UpperOp, string>> = {
  '>=': 'On or after',
  '>': 'After',
  '<=': 'On or before',
  '<': 'Before',
};

/** Both ends of a range; either may be empty. The placeholders show the smallest and largest value under the filters on other columns. */
export function RangeFields({ column, ends, onChange }: RangeFieldsProps): ReactNode {
  const { card, selection } = useGrid();
  const others = { ...selection, where: selection.where.filter((condition) => condition.column !== column.name) };
  const { data } = useCall('column.summary', { study: card.study, selection: others, column: column.name });
  const date = column.kind === 'datetime';
  const words = date ? dateWords : numberWords;
  const hint = (end: string | number | null | undefined): string => {
    if (end === null || end === undefined) return '';
    return date ? String(end).slice(0, 10) : cellText(column, end);
  };
  return (
    <>
      <div className="range-fields">
        <div>
          <TextInput
            data-autofocus
            label={words[ends.fromOp]}
            placeholder={hint(data?.min)}
            value={ends.from}
            maxLength={40}
            onChange={(event) => {
              onChange({ from: event.currentTarget.value });
            }}
          />
          <EndChoice
            label="Lower bound"
            ops={['>=', '>']}
            value={ends.fromOp}
            onChange={(fromOp) => {
              onChange({ fromOp });
            }}
          />
        </div>
        <div>
          <TextInput
            label={words[ends.toOp]}
            placeholder={hint(data?.max)}
            value={ends.to}
            maxLength={40}
            onChange={(event) => {
              onChange({ to: event.currentTarget.value });
            }}
          />
          <EndChoice
            label="Upper bound"
            ops={['<=', '<']}
            value={ends.toOp}
            onChange={(toOp) => {
              onChange({ toOp });
            }}
          />
        </div>
      </div>
      <p className="range-note small t3">
        {date
          ? 'A day, month or year: 2025-09-03, 2025-09, 2025. A month or year covers all its days.'
          : '≥ and ≤ include the value itself. Rows without a value are excluded.'}
      </p>
    </>
  );
}

const signs: Readonly<Record<LowerOp | UpperOp, string>> = { '>=': '≥', '>': '>', '<=': '≤', '<': '<' };

interface EndChoiceProps<T extends LowerOp | UpperOp> {
  readonly label: string;
  /** The operator that includes the bound comes first. */
  readonly ops: readonly [T, T];
  readonly value: T;
  readonly onChange: (op: T) => void;
}

/** Chooses whether a bound is included. */
function EndChoice<T extends LowerOp | UpperOp>({ label, ops, value, onChange }: EndChoiceProps<T>): ReactNode {
  const [included, strict] = ops;
  const option = (op: T, says: string): { readonly value: T; readonly label: ReactNode } => ({
    value: op,
    label: (
      <span title={says}>
        <span aria-hidden>{signs[op]}</span>
        <span className="sr-only">{says}</span>
      </span>
    ),
  });
  return (
    <SegmentedControl
      className="range-end"
      size="xs"
      aria-label={label}
      data={[option(included, 'Value included'), option(strict, 'Value excluded')]}
      value={value}
      onChange={(op) => {
        onChange(op === strict ? strict : included);
      }}
    />
  );
}

const width = 296;
const height = 56;
const gap = 2;

/** Equal-width bins from the smallest to the largest number. Reserves its space while it loads. */
export function Histogram({ column, summary }: { readonly column: Column; readonly summary: Output<'column.summary'> | null }): ReactNode {
  const bins = summary?.bins ?? [];
  const most = Math.max(1, ...bins);
  const each = bins.length === 0 ? width : width / bins.length;
  const words =
    summary === null ? '' : `Distribution of ${String(summary.present)} values from ${String(summary.min)} to ${String(summary.max)}`;
  return (
    <svg
      className="histogram"
      width={width}
      height={height + 16}
      viewBox={`0 0 ${String(width)} ${String(height + 16)}`}
      role="img"
      aria-label={words}
    >
      {bins.map((count, index) => {
        const tall = count === 0 ? 0 : Math.max(1, (count / most) * (height - 4));
        return <rect key={index} x={index * each} y={height - tall} width={Math.max(1, each - gap)} height={tall} rx={1} />;
      })}
      <path d={`M0 ${String(height + 0.5)}H${String(width)}`} />
      {typeof summary?.min === 'number' && (
        <text x={0} y={height + 14}>
          {cellText(column, summary.min)}
        </text>
      )}
      {typeof summary?.max === 'number' && summary.max !== summary.min && (
        <text x={width} y={height + 14} textAnchor="end">
          {cellText(column, summary.max)}
        </text>
      )}
    </svg>
  );
}
