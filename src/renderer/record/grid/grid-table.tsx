import type {
  CellContextMenuEvent,
  CellFocusedEvent,
  CellKeyDownEvent,
  GridApi,
  GridOptions,
  GridReadyEvent,
  RowClassRules,
} from 'ag-grid-community';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import { columnOf } from '../../../shared/datasets/datasets.ts';
import { usePreferences } from '../../data/model/model-context.ts';
import { defaultColumn, gridColumns, markColumn, pickColumn } from './columns.ts';
import { useGrid } from './grid-context.ts';
import { withoutGrown } from './grown-widths.ts';
import { GridHeader } from './header.tsx';
import { AgTable, infiniteTable, useSlid, windowOptions } from './ag-grid.tsx';
import { blockSize, readAhead } from './rows-source.ts';
import { useStamps } from './cell-marks.tsx';
import { shownOf, withDisplayed } from '../../data/table/layout.ts';
import { type LiveContext, type LiveFacts, factsIn } from './cells.ts';
import { isPicked } from '../../data/table/picked.ts';
import { useRowMemory } from './use-row-memory.ts';

/** Events of the table that its parent handles. */
export interface TableEvents {
  readonly onReady: (api: GridApi<GridRow>) => void;
  readonly onKey: (event: CellKeyDownEvent<GridRow>) => void;
  readonly onFocus: (event: CellFocusedEvent<GridRow>) => void;
  readonly onOpen: (row: GridRow) => void;
}

const rowRules: RowClassRules<GridRow> = {
  'row-picked': ({ data, context }) => data !== undefined && isPicked(factsIn(context).picked, data.key),
  'row-open': ({ data, context }) => data !== undefined && factsIn(context).openKey === data.key,
};

/** Options that never change while a table exists. */
const fixedOptions: GridOptions<GridRow> = {
  ...infiniteTable,
  infiniteInitialRowCount: blockSize,
  getRowId: ({ data }) => data.key,
  rowClassRules: rowRules,
  defaultColDef: { ...defaultColumn, headerComponent: GridHeader },
  suppressDragLeaveHidesColumns: true,
  suppressColumnMoveAnimation: true,
  onCellMouseOver: ({ event }) => {
    titleWhenClipped(event);
  },
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
  const { dataset, layout, rows, marks, noted, state, tick } = useGrid();
  const { density } = usePreferences();
  const [api, setApi] = useState<GridApi<GridRow> | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const [ahead] = useState(readAhead);
  const [stamps, stampSheet] = useStamps();
  const facts: LiveFacts = { marks, noted, picked: state.picked, tick, openKey, stamps };
  const live = useRef(facts);
  useEffect(() => {
    api?.setGridAriaProperty('label', `${dataset.title}, ${shownOf(layout).length.toString()} columns`);
  }, [api, dataset, layout]);
  const columnOptions = useColumnOptions();
  const eventOptions = useEventOptions({ onReady, onKey, onFocus, onOpen }, setApi);
  const options = useMemo<GridOptions<GridRow>>(
    () => ({
      ...fixedOptions,
      ...ahead,
      ...columnOptions,
      ...eventOptions,
      ...(rows.source === null ? {} : { datasource: rows.source }),
      ...windowOptions(density),
      context: live satisfies LiveContext,
    }),
    [ahead, columnOptions, eventOptions, rows.source, density],
  );
  // After the options, because rows of a new source must be counted again.
  useLiveRows(api, live, facts);
  useRowMemory(api, generation);
  useSlid(place);
  return (
    <>
      <AgTable options={options} place={place} />
      {stampSheet}
    </>
  );
}

/** The columns of the layout, and the handlers that save it when columns are moved or resized. */
function useColumnOptions(): GridOptions<GridRow> {
  const { dataset, layout, grown, vocabulary, noted, changeLayout } = useGrid();
  const hasNotes = noted.size > 0;
  const columnDefs = useMemo(() => gridColumns(dataset, layout, vocabulary, hasNotes), [dataset, layout, vocabulary, hasNotes]);
  const keepColumns = useCallback(
    ({ finished, source, api: from }: { readonly finished?: boolean; readonly source?: string; readonly api: GridApi<GridRow> }) => {
      if (finished !== false && source !== 'api' && source !== 'gridOptionsChanged')
        changeLayout((before) => withDisplayed(before, withoutGrown(dataset, displayedColumns(from), grown)));
    },
    [changeLayout, dataset, grown],
  );
  return useMemo(() => ({ columnDefs, onColumnResized: keepColumns, onColumnMoved: keepColumns }), [columnDefs, keepColumns]);
}

function useEventOptions({ onReady, onKey, onFocus, onOpen }: TableEvents, setApi: (api: GridApi<GridRow>) => void): GridOptions<GridRow> {
  const { dataset, open } = useGrid();
  return useMemo(
    () => ({
      onGridReady: ({ api }: GridReadyEvent<GridRow>) => {
        setApi(api);
        onReady(api);
      },
      onCellContextMenu: ({ data, column, event }: CellContextMenuEvent<GridRow>) => {
        const declared = columnOf(dataset, column.getColId());
        if (data === undefined || declared === undefined || !(event instanceof MouseEvent)) return;
        event.preventDefault();
        open({ what: 'cell', at: pointOf(event), column: declared, row: data });
      },
      onCellKeyDown: (event) => {
        if ('column' in event) onKey(event);
      },
      onCellFocused: onFocus,
      onCellDoubleClicked: ({ data }) => {
        if (data !== undefined) onOpen(data);
      },
    }),
    [dataset, open, onReady, onKey, onFocus, onOpen, setApi],
  );
}

function displayedColumns(api: GridApi<GridRow>): { name: string; width: number; pinned: boolean }[] {
  return api
    .getAllDisplayedColumns()
    .filter((column) => !column.getColId().startsWith('_'))
    .map((column) => ({ name: column.getColId(), width: column.getActualWidth(), pinned: column.isPinned() }));
}

/** Shows the full text of a clipped cell as its tooltip. */
function titleWhenClipped(event: Event | null | undefined): void {
  const cell = event?.target instanceof Element ? event.target.closest('.ag-cell') : null;
  if (cell instanceof HTMLElement) cell.title = cell.scrollWidth > cell.clientWidth ? cell.textContent : '';
}

/** The pointer position, or the rectangle of the cell for the menu key. */
function pointOf(event: MouseEvent): { left: number; top: number; width: number; height: number } {
  if (event.button === 2 || !(event.target instanceof Element)) return { left: event.clientX, top: event.clientY, width: 0, height: 0 };
  const { left, top, width, height } = event.target.getBoundingClientRect();
  return { left, top, width, height };
}

/** Updates rendered rows when ticks, the open record, change marks or notes change. Rows rendered later read the facts themselves. */
function useLiveRows(
  api: GridApi<GridRow> | null,
  liveRef: RefObject<LiveFacts>,
  { marks, noted, picked, tick, openKey }: LiveFacts,
): void {
  useEffect(() => {
    liveRef.current = { ...liveRef.current, tick };
  }, [liveRef, tick]);
  useEffect(() => {
    const before = liveRef.current;
    liveRef.current = { ...before, picked, openKey };
    const touched = (api?.getRenderedNodes() ?? []).filter(
      ({ data }) =>
        data !== undefined &&
        (isPicked(before.picked, data.key) !== isPicked(picked, data.key) || (before.openKey === data.key) !== (openKey === data.key)),
    );
    // Setting the same data makes AG Grid re-evaluate the row's class rules, and nothing else.
    for (const node of touched) if (node.data !== undefined) node.updateData(node.data);
    if (touched.length > 0) api?.refreshCells({ rowNodes: touched, columns: [pickColumn], force: true });
  }, [api, liveRef, picked, openKey]);
  useEffect(() => {
    liveRef.current = { ...liveRef.current, marks };
    api?.refreshCells({ force: true });
  }, [api, liveRef, marks]);
  useEffect(() => {
    liveRef.current = { ...liveRef.current, noted };
    api?.refreshCells({ columns: [markColumn], force: true });
  }, [api, liveRef, noted]);
}
