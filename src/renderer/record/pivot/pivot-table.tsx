import type { CellClickedEvent, CellFocusedEvent, CellKeyDownEvent, GridApi, GridOptions } from 'ag-grid-community';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { PivotRow } from '../../../shared/calls/views.ts';
import { defaultColumn } from '../grid/columns.ts';
import { useGrid } from '../grid/grid-context.ts';
import { type HeaderProps, keepAriaSort, SortSign } from '../grid/header.tsx';
import { AgTable, infiniteTable, windowOptions, useSlid } from '../grid/ag-grid.tsx';
import { useStamps } from '../grid/cell-marks.tsx';
import { usePreferences } from '../../data/model/model-context.ts';
import { type PivotCellFacts, pivotColumnDefs } from './pivot-model.ts';
import { leadColumns, usePivotFacts, type PivotAnswer } from './use-pivot.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { sortOf } from '../../data/table/sorting.ts';

interface Events {
  readonly onOpenRecord: (key: string) => void;
  /** Opens the rows behind a line, or behind one of its cells. */
  readonly onOpenLine: (row: PivotRow, cell: Cell) => void;
  readonly onCopy: (text: string) => void;
  readonly onClose: () => void;
}

type Cell = PivotRow['cells'][number];

/** Options that never change. */
const fixedOptions: GridOptions<PivotRow> = {
  ...infiniteTable,
  getRowId: ({ data }) => JSON.stringify([data.subject, data.visit, data.collected]),
  suppressMovableColumns: true,
  defaultColDef: { ...defaultColumn, headerComponent: PivotHeader },
};

/**
 * AG Grid with one row per subject, visit and day. A click or Enter on a result opens its record, or its rows if there are several. Enter
 * or a double click on any other cell opens the rows behind the line.
 */
export function PivotTable({ answer, ...events }: Events & { readonly answer: PivotAnswer }): ReactNode {
  const { dataset } = useGrid();
  const { density } = usePreferences();
  const { columns, tests, openKey } = usePivotFacts();
  const [api, setApi] = useState<GridApi<PivotRow> | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const [stamps, stampSheet] = useStamps();
  const live = useRef<PivotCellFacts>({ columns, tests, openKey, stamps });
  const columnOptions = useMemo<GridOptions<PivotRow>>(() => ({ columnDefs: pivotColumnDefs(columns) }), [columns]);
  const eventOptions = useEventOptions(events, setApi);
  const options = useMemo<GridOptions<PivotRow>>(
    () => ({
      ...fixedOptions,
      ...columnOptions,
      ...eventOptions,
      datasource: answer.source,
      infiniteInitialRowCount: Math.max(1, answer.shape.of),
      ...windowOptions(density),
      context: live,
    }),
    [columnOptions, eventOptions, answer, density],
  );
  useEffect(() => {
    live.current = { columns, tests, openKey, stamps };
    api?.refreshCells({ force: true });
  }, [api, columns, tests, openKey, stamps]);
  useEffect(() => {
    api?.setGridAriaProperty('label', `${dataset.title} by visit, ${String(columns.length)} columns`);
  }, [api, dataset, columns]);
  useSlid(place);
  return (
    <>
      <AgTable options={options} place={place} />
      {stampSheet}
    </>
  );
}

function useEventOptions(
  { onOpenRecord, onOpenLine, onCopy, onClose }: Events,
  setApi: (api: GridApi<PivotRow>) => void,
): GridOptions<PivotRow> {
  const { columns, openKey } = usePivotFacts();
  const openCell = useCallback(
    (data: PivotRow | undefined, cell: NonNullable<Cell>) => {
      if (cell.results === 1 || data === undefined) onOpenRecord(cell.key);
      else onOpenLine(data, cell);
    },
    [onOpenRecord, onOpenLine],
  );
  const take = useCallback(
    (data: PivotRow | undefined, value: unknown) => {
      const cell = cellIn(value);
      if (cell !== null) openCell(data, cell);
      else if (data !== undefined) onOpenLine(data, null);
    },
    [openCell, onOpenLine],
  );
  const press = useCallback(
    ({ data, value }: CellClickedEvent<PivotRow>) => {
      const cell = cellIn(value);
      if (cell !== null) openCell(data, cell);
    },
    [openCell],
  );
  const hear = useCallback(
    ({ event, data, value }: CellKeyDownEvent<PivotRow>) => {
      if (!(event instanceof KeyboardEvent)) return;
      if (event.key === 'Enter') take(data, value);
      else if (event.key === 'Escape') onClose();
      else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') onCopy(cellIn(value)?.result ?? wordIn(value));
    },
    [take, onCopy, onClose],
  );
  const follow = useCallback(
    ({ api, rowIndex, column }: CellFocusedEvent<PivotRow>) => {
      if (openKey === null || rowIndex === null || column === null || typeof column === 'string') return;
      const node = api.getDisplayedRowAtIndex(rowIndex);
      const at = columns.findIndex(({ name }) => name === column.getColId());
      const cell = node?.data?.cells[at - leadColumns] ?? null;
      if (cell !== null && cell.key !== openKey) onOpenRecord(cell.key);
    },
    [columns, openKey, onOpenRecord],
  );
  return useMemo(
    () => ({
      onGridReady: ({ api }) => {
        setApi(api);
      },
      onCellClicked: press,
      onCellDoubleClicked: ({ data, value }) => {
        if (cellIn(value) === null) take(data, value);
      },
      onCellKeyDown: (event) => {
        if ('column' in event) hear(event);
      },
      onCellFocused: follow,
    }),
    [press, take, hear, follow, setApi],
  );
}

/** The result in a cell; null if there is none, and in the columns of subject, visit and date. */
function cellIn(value: unknown): Cell {
  return typeof value === 'object' && value !== null && 'key' in value ? (value as NonNullable<Cell>) : null;
}

function wordIn(value: unknown): string {
  return typeof value === 'string' && value !== '–' ? value : '';
}

/** A column's name and its rank in the order. A click sorts by it; with Shift, it is added to the order. */
function PivotHeader({ column: gridColumn, eGridHeader: header }: HeaderProps): ReactNode {
  const name = gridColumn.getColId();
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
      title={`${column.plain}. ${column.help} Click to sort.`}
      onClick={(event) => {
        onSort(name, event.shiftKey);
      }}
    >
      <span className="clip">{vocabulary === 'source' ? column.plain : headerOf(column, vocabulary)}</span>
      {sorted !== null && <SortSign descending={sorted.descending} rank={sort.length > 1 ? sorted.rank : null} />}
    </div>
  );
}
