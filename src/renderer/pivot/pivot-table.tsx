import type { CellClickedEvent, CellFocusedEvent, CellKeyDownEvent, GridApi } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { PivotRow } from '../../shared/calls/views.ts';
import { defaultColumn } from '../grid/columns.ts';
import { useGrid } from '../grid/grid-context.ts';
import { gridModules } from '../grid/grid-modules.ts';
import { gridTheme } from '../grid/grid-theme.ts';
import { blockSize } from '../grid/rows-source.ts';
import { usePreferences } from '../model/model-context.ts';
import { styleNonce } from '../theme/style-nonce.ts';
import { leadColumns, usePivotFacts } from './pivot-context.ts';
import { pivotColumnDefs } from './pivot-model.ts';
import type { PivotAnswer } from './use-pivot.ts';

/** What happens in the table and is decided elsewhere. */
interface Events {
  readonly onOpenRecord: (key: string) => void;
  /** The rows that one line is made of. */
  readonly onOpenLine: (row: PivotRow) => void;
  readonly onCopy: (text: string) => void;
  readonly onClose: () => void;
}

/** Pixels; base.css draws the bars that wide. */
const scrollbar = 10;
type Cell = PivotRow['cells'][number];

/** AG Grid with a row a subject and visit. A press on a result, or Enter, opens its record; Enter on a subject or visit the rows behind the line. */
export function PivotTable({ answer, onOpenRecord, onOpenLine, onCopy, onClose }: Events & { readonly answer: PivotAnswer }): ReactNode {
  const { dataset } = useGrid();
  const { density } = usePreferences();
  const { columns, openKey } = usePivotFacts();
  const [api, setApi] = useState<GridApi<PivotRow> | null>(null);
  const definitions = useMemo(() => pivotColumnDefs(columns), [columns]);
  useEffect(() => {
    api?.setGridAriaProperty('label', `${dataset.title} by visit, ${String(columns.length)} columns`);
  }, [api, dataset, columns]);
  useEffect(() => {
    api?.refreshCells({ force: true });
  }, [api, openKey]);
  const take = useCallback(
    (data: PivotRow | undefined, value: unknown) => {
      const cell = cellIn(value);
      if (cell !== null) onOpenRecord(cell.key);
      else if (data !== undefined) onOpenLine(data);
    },
    [onOpenRecord, onOpenLine],
  );
  const press = useCallback(
    ({ value }: CellClickedEvent<PivotRow>) => {
      const cell = cellIn(value);
      if (cell !== null) onOpenRecord(cell.key);
    },
    [onOpenRecord],
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
    ({ api: grid, rowIndex, column }: CellFocusedEvent<PivotRow>) => {
      if (openKey === null || rowIndex === null || column === null || typeof column === 'string') return;
      const node = grid.getDisplayedRowAtIndex(rowIndex);
      const at = columns.findIndex(({ name }) => name === column.getColId());
      const cell = node?.data?.cells[at - leadColumns] ?? null;
      if (cell !== null && cell.key !== openKey) onOpenRecord(cell.key);
    },
    [columns, openKey, onOpenRecord],
  );
  return (
    <AgGridReact<PivotRow>
      modules={gridModules}
      theme={gridTheme}
      styleNonce={styleNonce()}
      rowModelType="infinite"
      datasource={answer.source}
      cacheBlockSize={blockSize}
      maxBlocksInCache={30}
      infiniteInitialRowCount={Math.max(1, answer.shape.of)}
      getRowId={({ data }) => `${data.subject}\n${data.visit ?? ''}\n${data.visit === null ? 'none' : 'visit'}`}
      columnDefs={definitions}
      defaultColDef={defaultColumn}
      rowHeight={density === 'compact' ? 28 : 32}
      rowBuffer={6}
      scrollbarWidth={scrollbar}
      suppressMovableColumns
      suppressCellFocus={false}
      suppressNoRowsOverlay
      suppressContextMenu
      animateRows={false}
      onGridReady={({ api: grid }) => {
        setApi(grid);
      }}
      onCellClicked={press}
      onCellDoubleClicked={({ data, value }) => {
        if (cellIn(value) === null) take(data, value);
      }}
      onCellKeyDown={(event) => {
        if ('column' in event) hear(event);
      }}
      onCellFocused={follow}
    />
  );
}

/** The result in a cell; null in the columns of subject, visit and date, and where there is none. */
function cellIn(value: unknown): Cell {
  return typeof value === 'object' && value !== null && 'key' in value ? (value as NonNullable<Cell>) : null;
}

function wordIn(value: unknown): string {
  return typeof value === 'string' && value !== '–' ? value : '';
}
