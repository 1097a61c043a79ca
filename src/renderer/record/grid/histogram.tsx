import type { ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { cellText } from './cell-text.ts';

const width = 296;
const height = 56;
const gap = 2;

/** Equal-width bins from the smallest to the largest number; its room is kept while it loads. */
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
