import type { CellKeyDownEvent, ColDef, GridApi, GridOptions, IDatasource } from 'ag-grid-community';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { IconX, IconSearch } from '@tabler/icons-react';
import { TextInput } from '@mantine/core';
import type { ListingColumn } from '../../../shared/calls/listings.ts';
import { defaultColumn } from '../grid/columns.ts';
import { type HeaderProps, keepAriaSort, SortSign } from '../grid/header.tsx';
import { AgTable, infiniteTable, windowOptions, useSlid } from '../grid/ag-grid.tsx';
import { usePreferences } from '../../data/model/model-context.ts';
import { ListingFilterButton } from './listing-filter.tsx';
import { cellWords, copiedCell, nextSort, type ListingRow, type ListingView, filterLabel } from './listing-rows.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { useSearchBox } from '../../ui/keys/commands.tsx';
import './listing-table.css';

interface ListingTableProps {
  readonly title: string;
  readonly columns: readonly ListingColumn[];
  /** All rows, before search and filters; filters offer their values. */
  readonly rows: readonly ListingRow[];
  readonly shown: readonly ListingRow[];
  readonly view: ListingView;
  readonly onView: (view: ListingView) => void;
  readonly onOpen: (row: ListingRow) => void;
  readonly onCopy: (text: string) => void;
  readonly onMenu: (row: ListingRow, at: { readonly left: number; readonly top: number }) => void;
}

/** Options that never change. */
const fixedOptions: GridOptions<ListingRow> = {
  ...infiniteTable,
  getRowId: ({ data }) => String(data[0]),
  suppressMovableColumns: true,
  defaultColDef: { ...defaultColumn, headerComponent: ListingHeader },
};

/** A listing in AG Grid with its first column pinned. A click on a header sorts; Enter or a double click opens a row. */
export function ListingTable(props: ListingTableProps): ReactNode {
  const { title, columns, rows, shown, view, onView } = props;
  const { density } = usePreferences();
  const [api, setApi] = useState<GridApi<ListingRow> | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const eventOptions = useEventOptions(props, setApi);
  const columnDefs = useMemo(() => columns.map(columnDef(columns, rows)), [columns, rows]);
  const datasource = useMemo(() => sourceOf(shown), [shown]);
  const options = useMemo<GridOptions<ListingRow>>(
    () => ({
      ...fixedOptions,
      columnDefs,
      ...eventOptions,
      datasource,
      infiniteInitialRowCount: Math.max(1, shown.length),
      ...windowOptions(density),
    }),
    [columnDefs, eventOptions, datasource, shown.length, density],
  );
  useEffect(() => {
    api?.setGridAriaProperty('label', `${title}, ${String(columns.length)} columns`);
  }, [api, title, columns]);
  useSlid(place);
  const heads = useMemo(() => ({ columns, rows, view, onView }), [columns, rows, view, onView]);
  return (
    <HeadsContext value={heads}>
      <AgTable
        options={options}
        place={place}
        onContextMenu={(event) => {
          event.preventDefault();
        }}
      />
    </HeadsContext>
  );
}

function sourceOf(shown: readonly ListingRow[]): IDatasource {
  return {
    rowCount: shown.length,
    getRows: (asked) => {
      asked.successCallback(shown.slice(asked.startRow, asked.endRow), shown.length);
    },
  };
}

/** Width of a character of an id, and of the space around it, in pixels. */
const [ofCharacter, around] = [8, 34];

/** Columns of ids are as wide as their longest text, up to 520 px, so that ids are not truncated. */
function columnDef(
  columns: readonly ListingColumn[],
  rows: readonly ListingRow[],
): (column: ListingColumn, at: number) => ColDef<ListingRow> {
  return (column, at) => {
    const isId = at === 0 || column.name === 'unique_subject';
    const longest = isId ? rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), columns[at]?.label.length ?? 0) : 0;
    return {
      colId: column.name,
      headerName: column.label,
      width: Math.max(column.width, Math.min(520, longest * ofCharacter + around)),
      pinned: at === 0 ? 'left' : null,
      valueGetter: ({ data }) => (data === undefined ? '' : cellWords(data[at] ?? null, column)),
      cellClass: column.kind === 'number' ? ['cell-right', 'cell-figures'] : ['cell-figures'],
      cellClassRules: { 'cell-loading': ({ data }) => data === undefined, 'cell-quiet': ({ value }) => value === '–' || value === '0' },
    };
  };
}

function useEventOptions(
  { columns, onOpen, onCopy, onMenu }: ListingTableProps,
  setApi: (api: GridApi<ListingRow>) => void,
): GridOptions<ListingRow> {
  const hear = useCallback(
    ({ event, data, column, node, api }: CellKeyDownEvent<ListingRow>) => {
      if (!(event instanceof KeyboardEvent) || data === undefined) return;
      if (event.key === 'Enter') onOpen(data);
      else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c')
        onCopy(copiedCell(data[columns.findIndex(({ name }) => name === column.getColId())] ?? null));
      else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
        event.preventDefault();
        api.ensureNodeVisible(node);
        const cell = document.activeElement?.getBoundingClientRect();
        onMenu(data, { left: cell?.left ?? 0, top: cell?.bottom ?? 0 });
      }
    },
    [columns, onOpen, onCopy, onMenu],
  );
  return useMemo(
    () => ({
      onGridReady: ({ api }) => {
        setApi(api);
      },
      onCellDoubleClicked: ({ data }) => {
        if (data !== undefined) onOpen(data);
      },
      onCellContextMenu: ({ data, event }) => {
        if (data !== undefined && event instanceof PointerEvent) onMenu(data, { left: event.clientX, top: event.clientY });
      },
      onCellKeyDown: (event) => {
        if ('column' in event) hear(event);
      },
    }),
    [hear, onOpen, onMenu, setApi],
  );
}

interface Heads {
  readonly columns: readonly ListingColumn[];
  readonly rows: readonly ListingRow[];
  readonly view: ListingView;
  readonly onView: (view: ListingView) => void;
}

const HeadsContext = createContext<Heads | null>(null);

function ListingHeader({ column: gridColumn, eGridHeader: header }: HeaderProps): ReactNode {
  const heads = useContext(HeadsContext);
  if (heads === null) throw new TypeError('A header of a listing stands in its table.');
  const { columns, rows, view, onView } = heads;
  const id = gridColumn.getColId();
  const at = columns.findIndex(({ name }) => name === id);
  const column = columns[at];
  const sorted = view.sort?.column === id ? view.sort : null;
  const direction = sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending';
  useEffect(() => keepAriaSort(header, direction), [header, direction]);
  if (column === undefined) return null;
  const others = view.filters.filter((filter) => filter.column !== column.name);
  return (
    <div
      className={`head ${column.kind === 'number' ? 'head-right' : ''}`}
      title={`${column.label}. ${column.help} Click to sort.`}
      onClick={() => {
        onView({ ...view, sort: nextSort(view, column) });
      }}
    >
      <span className="clip">{column.label}</span>
      {sorted !== null && <SortSign descending={sorted.descending} rank={null} />}
      <ListingFilterButton
        {...{ column, at, rows }}
        filter={view.filters.find((filter) => filter.column === column.name) ?? null}
        onFilter={(filter) => {
          onView({ ...view, filters: filter === null ? others : [...others, filter] });
        }}
      />
    </div>
  );
}

interface ChipsProps {
  readonly view: ListingView;
  readonly columns: readonly ListingColumn[];
  readonly onView: (view: ListingView) => void;
}

/** The filters of a listing as chips; a click removes one. */
export function ListingChips({ view, columns, onView }: ChipsProps): ReactNode {
  if (view.filters.length === 0) return null;
  return (
    <div className="chips" role="group" aria-label="Filters">
      {view.filters.map((filter) => {
        const words = filterLabel(filter, columns.find(({ name }) => name === filter.column)?.label ?? filter.column);
        return (
          <button
            key={filter.column}
            type="button"
            className="chip subjects-chip"
            aria-label={`Remove the filter: ${words}`}
            onClick={() => {
              onView({ ...view, filters: view.filters.filter((one) => one !== filter) });
            }}
          >
            {words} <Glyph of={IconX} size={14} />
          </button>
        );
      })}
    </div>
  );
}

/** Searches all cells of a listing as you type. */
export function ListingSearch({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }): ReactNode {
  const box = useSearchBox();
  return (
    <TextInput
      ref={box}
      className="toolbar-search"
      aria-label="Search all text"
      placeholder="Search all text"
      maxLength={200}
      leftSection={<Glyph of={IconSearch} size={14} />}
      value={search}
      onChange={({ currentTarget }) => {
        onSearch(currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onSearch('');
      }}
    />
  );
}
