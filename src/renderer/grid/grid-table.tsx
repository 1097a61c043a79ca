import type { CellContextMenuEvent, CellFocusedEvent, CellKeyDownEvent, GridApi, GridReadyEvent, RowClassRules } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { GridRow } from '../../shared/contract.ts';
import { columnOf } from '../../shared/datasets/datasets.ts';
import { usePreferences } from '../model/model-context.ts';
import { styleNonce } from '../theme/style-nonce.ts';
import { defaultColumn, gridColumns, type LiveContext, type LiveFacts } from './columns.ts';
import { useGrid } from './grid-context.ts';
import { gridModules } from './grid-modules.ts';
import { gridTheme } from './grid-theme.ts';
import { shownOf, withDisplayed } from './layout.ts';
import { isPicked } from './picked.ts';
import { blockSize } from './rows-source.ts';
import { useLiveRows } from './use-live-rows.ts';
import { useRowMemory } from './use-row-memory.ts';

/** What happens in the table and is decided elsewhere. */
export interface TableEvents {
  readonly onReady: (api: GridApi<GridRow>) => void;
  readonly onKey: (event: CellKeyDownEvent<GridRow>) => void;
  readonly onFocus: (event: CellFocusedEvent<GridRow>) => void;
  readonly onOpen: (row: GridRow) => void;
}

/** Pixels; base.css draws the bars that wide. */
const scrollbar = 10;

const rowRules: RowClassRules<GridRow> = {
  'row-picked': ({ data, context }) => data !== undefined && isPicked((context as LiveContext).current.picked, data.key),
  'row-open': ({ data, context }) => data !== undefined && (context as LiveContext).current.openKey === data.key,
};

/** AG Grid with Carrel's columns, rows and keys. */
export function GridTable({
  openKey,
  generation,
  onReady,
  onKey,
  onFocus,
  onOpen,
}: TableEvents & { readonly openKey: string | null; readonly generation: number }): ReactNode {
  const { dataset, layout, vocabulary, rows, marks, noted, state, changeLayout, open } = useGrid();
  const { density } = usePreferences();
  const [api, setApi] = useState<GridApi<GridRow> | null>(null);
  const hasNotes = noted.size > 0;
  const columns = useMemo(() => gridColumns(dataset, layout, vocabulary, hasNotes), [dataset, layout, vocabulary, hasNotes]);
  const facts: LiveFacts = { marks, picked: state.picked, openKey };
  const live = useRef(facts);
  useLiveRows(api, live, facts);
  useRowMemory(api, generation);
  const keepColumns = useCallback(
    ({ finished, source, api: from }: { readonly finished?: boolean; readonly source?: string; readonly api: GridApi<GridRow> }) => {
      if (finished !== false && source !== 'api' && source !== 'gridOptionsChanged')
        changeLayout((before) => withDisplayed(before, displayedColumns(from)));
    },
    [changeLayout],
  );
  const showMenu = useCallback(
    ({ data, column, event }: CellContextMenuEvent<GridRow>) => {
      const declared = columnOf(dataset, column.getColId());
      if (data === undefined || declared === undefined || !(event instanceof MouseEvent)) return;
      event.preventDefault();
      open({ what: 'cell', at: pointOf(event), column: declared, row: data });
    },
    [dataset, open],
  );
  useEffect(() => {
    api?.setGridAriaProperty('label', `${dataset.title}, ${shownOf(layout).length.toString()} columns`);
  }, [api, dataset, layout]);
  const ready = useCallback(
    ({ api: grid }: GridReadyEvent<GridRow>) => {
      setApi(grid);
      onReady(grid);
    },
    [onReady],
  );
  return (
    <AgGridReact<GridRow>
      modules={gridModules}
      theme={gridTheme}
      styleNonce={styleNonce()}
      rowModelType="infinite"
      {...(rows.source === null ? {} : { datasource: rows.source })}
      cacheBlockSize={blockSize}
      maxBlocksInCache={30}
      infiniteInitialRowCount={blockSize}
      getRowId={({ data }) => data.key}
      columnDefs={columns}
      defaultColDef={defaultColumn}
      context={live}
      rowClassRules={rowRules}
      rowHeight={density === 'compact' ? 28 : 32}
      rowBuffer={6}
      scrollbarWidth={scrollbar}
      suppressDragLeaveHidesColumns
      suppressColumnMoveAnimation
      suppressCellFocus={false}
      suppressNoRowsOverlay
      suppressContextMenu
      animateRows={false}
      onGridReady={ready}
      onColumnResized={keepColumns}
      onColumnMoved={keepColumns}
      onCellContextMenu={showMenu}
      onCellMouseOver={({ event }) => {
        titleWhenClipped(event);
      }}
      onCellKeyDown={(event) => {
        if ('column' in event) onKey(event);
      }}
      onCellFocused={onFocus}
      onCellDoubleClicked={({ data }) => {
        if (data !== undefined) onOpen(data);
      }}
    />
  );
}

function displayedColumns(api: GridApi<GridRow>): { name: string; width: number; pinned: boolean }[] {
  return api
    .getAllDisplayedColumns()
    .filter((column) => !column.getColId().startsWith('_'))
    .map((column) => ({ name: column.getColId(), width: column.getActualWidth(), pinned: column.isPinned() }));
}

/** A cell whose text is cut off says it whole when the pointer rests on it. */
function titleWhenClipped(event: Event | null | undefined): void {
  const cell = event?.target instanceof Element ? event.target.closest('.ag-cell') : null;
  if (cell instanceof HTMLElement) cell.title = cell.scrollWidth > cell.clientWidth ? cell.textContent : '';
}

/** Where the pointer is; for a menu key, where the cell is. */
function pointOf(event: MouseEvent): { left: number; top: number; width: number; height: number } {
  if (event.button === 2 || !(event.target instanceof Element)) return { left: event.clientX, top: event.clientY, width: 0, height: 0 };
  const { left, top, width, height } = event.target.getBoundingClientRect();
  return { left, top, width, height };
}
