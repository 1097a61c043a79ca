import { useEffect, type ReactNode } from 'react';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { useGrid } from '../grid/grid-context.ts';
import type { HeaderSpot } from '../grid/header-spots.tsx';
import { keepAriaSort, SortSign } from '../grid/header.tsx';
import { sortOf } from '../../data/table/sorting.ts';
import { usePivotFacts } from './pivot-context.ts';

/** A column's name and its place in the order; a press sorts by it, with Shift as well. */
export function PivotHeader({ column: name, header }: HeaderSpot): ReactNode {
  const { vocabulary } = useGrid();
  const { columns, sort, onSort } = usePivotFacts();
  const column = columns.find((one) => one.name === name);
  const sorted = sortOf(sort, name);
  const direction = sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending';
  useEffect(() => keepAriaSort(header, direction), [header, direction]);
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
