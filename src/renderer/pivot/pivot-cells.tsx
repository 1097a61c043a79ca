import type { CustomCellRendererProps, CustomHeaderProps } from 'ag-grid-react';
import { useEffect, type ReactNode } from 'react';
import type { PivotRow } from '../../shared/calls/views.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { formatCountOf } from '../format/numbers.ts';
import { FlagBadge } from '../grid/cell-marks.tsx';
import { useGrid } from '../grid/grid-context.ts';
import { keepAriaSort, SortSign } from '../grid/header.tsx';
import { sortOf } from '../grid/sorting.ts';
import { leadColumns, usePivotFacts } from './pivot-context.ts';

export type PivotCell = PivotRow['cells'][number];

/** The last result of a test at a visit: its unit where the column has several, H or L, and how many there were where it is not alone. */
export function ResultCell({ value, column }: CustomCellRendererProps<PivotRow, PivotCell>): ReactNode {
  const { columns, tests, openKey } = usePivotFacts();
  if (value === null || value === undefined) return null;
  const name = column?.getColId();
  const test = tests[columns.findIndex((one) => one.name === name) - leadColumns];
  const { result, unit, flag, results, key } = value;
  return (
    <span className="pivot-cell" data-open={key === openKey}>
      {results > 1 && (
        <span className="pivot-times" title={`The last of ${formatCountOf(results, 'result')} at this visit`}>
          ×{results}
        </span>
      )}
      <span className="clip" title={result ?? undefined}>
        {result === null || result === '' ? <span className="t3">missing</span> : result.replace(/^-(?=\d)/, '−')}
      </span>
      {test?.unit === null && unit !== null && unit !== '' && <span className="pivot-unit">{unit}</span>}
      <span className="pivot-flag">{(flag === 'HIGH' || flag === 'LOW') && <FlagBadge flag={flag} />}</span>
    </span>
  );
}

/** A column's name and its place in the order; a press sorts by it, with Shift as well. */
export function PivotHeader({ column: shown, eGridHeader }: CustomHeaderProps): ReactNode {
  const { vocabulary } = useGrid();
  const { columns, sort, onSort } = usePivotFacts();
  const name = shown.getColId();
  const column = columns.find((one) => one.name === name);
  const sorted = sortOf(sort, name);
  const direction = sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending';
  useEffect(() => keepAriaSort(eGridHeader, direction), [eGridHeader, direction]);
  if (column === undefined) return null;
  return (
    <div
      className={`head ${column.alignRight === true ? 'head-right' : ''}`}
      title={`${column.plain}. ${column.help} A press sorts by it.`}
      onClick={(event) => {
        onSort(name, event.shiftKey);
      }}
    >
      <span className="clip">{vocabulary === 'source' ? column.plain : headerOf(column, vocabulary)}</span>
      {sorted !== null && <SortSign descending={sorted.descending} rank={sort.length > 1 ? sorted.rank : null} />}
    </div>
  );
}
