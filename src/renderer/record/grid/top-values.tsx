import type { ReactNode } from 'react';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { useGrid } from './grid-context.ts';

const listed = 5;

/** The most frequent values with bars to compare them by. */
export function TopValues({ column }: { readonly column: Column }): ReactNode {
  const { card, selection } = useGrid();
  const { data } = useCall('column.values', { study: card.study, selection, column: column.name, search: '', limit: listed + 1 });
  const values = (data?.values ?? []).filter(({ value }) => value !== null).slice(0, listed);
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <ol className="top-values">
      {values.map(({ value, count }) => (
        <li key={value}>
          <span className="top-bar-fill" style={{ width: `${String((count / most) * 100)}%` }} />
          <span className="clip">{value}</span>
          <span className="push small t3 num">{formatCount(count)}</span>
        </li>
      ))}
      {data !== null && values.length === 0 && <li className="t3">No values</li>}
    </ol>
  );
}
