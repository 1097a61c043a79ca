import { Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFilter2 } from '@tabler/icons-react';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import type { IHeaderParams } from 'ag-grid-community';
import { columnOf } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { isRightAligned } from './cell-text.ts';
import { anchorOf, useGrid } from './grid-context.ts';
import { allPicked, headTick, nonePicked } from '../../data/table/picked.ts';
import { usePickedCount } from './use-picked-count.ts';
import { nextSort, sortOf } from '../../data/table/sorting.ts';
import { markColumn, pickColumn } from './columns.ts';

/** The parameters from AG Grid that a header uses. */
export type HeaderProps = Pick<IHeaderParams, 'column' | 'eGridHeader'>;

export function GridHeader({ column, eGridHeader }: HeaderProps): ReactNode {
  const name = column.getColId();
  if (name === markColumn) return null;
  return name === pickColumn ? <PickHeader /> : <ColumnHeader name={name} header={eGridHeader} />;
}

/** Shows a column's name, sort position and whether it is filtered. A click opens the summary, Shift+click sorts. */
function ColumnHeader({ name, header }: { readonly name: string; readonly header: HTMLElement }): ReactNode {
  const grid = useGrid();
  const { dataset, state, vocabulary } = grid;
  const column = columnOf(dataset, name);
  const sorted = sortOf(state.sort, name);
  const direction = sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending';
  useEffect(() => keepAriaSort(header, direction), [header, direction]);
  if (column === undefined) return null;
  const filtered = state.where.some((condition) => condition.column === column.name);
  const press = (event: MouseEvent): void => {
    if (event.shiftKey) grid.change((before) => ({ ...before, sort: nextSort(dataset, before.sort, column.name, true) }));
    else grid.open({ what: 'summary', at: anchorOf(header), column });
  };
  return (
    <Tooltip label={<HeaderHelp column={column} />} multiline disabled={grid.opened !== null} openDelay={600} position="top-start">
      <div
        className={`head ${isRightAligned(column) ? 'head-right' : ''} ${filtered ? 'head-filtered' : ''} ${vocabulary === 'source' ? 'mono' : ''}`}
        onClick={press}
      >
        <span className="clip">{headerOf(column, vocabulary)}</span>
        {sorted !== null && <SortSign descending={sorted.descending} rank={state.sort.length > 1 ? sorted.rank : null} />}
        {filtered && <Glyph of={IconFilter2} size={12} />}
      </div>
    </Tooltip>
  );
}

/**
 * Keeps `aria-sort` on a header. AG Grid removes it from columns that it does not sort itself whenever column definitions change (pinned,
 * moved, renamed).
 */
export function keepAriaSort(header: HTMLElement, direction: 'none' | 'ascending' | 'descending'): () => void {
  const tell = (): void => {
    if (header.getAttribute('aria-sort') !== direction) header.setAttribute('aria-sort', direction);
  };
  tell();
  const watch = new MutationObserver(tell);
  watch.observe(header, { attributeFilter: ['aria-sort'] });
  return () => {
    watch.disconnect();
  };
}

/** The direction of a sorted column; `rank`: its position if there are several. */
export function SortSign({ descending, rank }: { readonly descending: boolean; readonly rank: number | null }): ReactNode {
  return (
    <span className="head-sort">
      <Glyph of={descending ? IconArrowDown : IconArrowUp} size={12} />
      {rank !== null && <sup>{rank}</sup>}
    </span>
  );
}

/** What a column means and where it comes from. */
function HeaderHelp({ column }: { readonly column: Column }): ReactNode {
  return (
    <span className="head-help">
      <b>{column.plain}</b>
      {column.sdtm === null ? '' : ` · ${column.sdtm}`}
      <br />
      {column.help}
      <br />
      <span className="mono">{isDerived(column) ? 'Derived by Carrel' : column.paths.join(' | ')}</span>
    </span>
  );
}

/** The checkbox for all filtered rows. */
function PickHeader(): ReactNode {
  const { rows, change } = useGrid();
  const box = useRef<HTMLInputElement>(null);
  const tick = headTick(usePickedCount() ?? 0, rows.counts?.rows ?? 0);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = tick === 'some';
  }, [tick]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="tick"
      tabIndex={-1}
      aria-label="Select all filtered rows"
      checked={tick === 'all'}
      onChange={() => {
        change((before) => ({ ...before, picked: tick === 'all' ? nonePicked : allPicked }));
      }}
    />
  );
}
