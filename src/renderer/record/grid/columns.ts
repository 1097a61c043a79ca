import type {
  CellClassParams,
  CellClassRules,
  ColDef,
  SuppressHeaderKeyboardEventParams,
  SuppressKeyboardEventParams,
} from 'ag-grid-community';
import type { GridRow } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { type CellValue, type Column, type HeaderVocabulary, isDerived } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { DateCell, FlagCell, markCellWhere, PickCell, ResponseCell, factsIn } from './cells.ts';
import { cellText, hasFigures, isQuiet, isRightAligned, toneOf } from './cell-text.ts';
import { markOf } from './change-marks.ts';
import { type LayoutColumn, shownOf } from '../../data/table/layout.ts';

/** Column ids of the two leading columns; no declared column begins with an underscore. */
export const pickColumn = '_pick';
export const markColumn = '_mark';

/** AG Grid's columns for a layout: tick, mark, pinned columns, the others. `hasNotes`: the mark column also needs space for note marks. */
export function gridColumns(
  dataset: Dataset,
  layout: readonly LayoutColumn[],
  vocabulary: HeaderVocabulary,
  hasNotes = false,
): ColDef<GridRow>[] {
  return [
    ...leadingColumns(hasNotes),
    ...shownOf(layout).flatMap((place) => {
      const column = dataset.columns.find(({ name }) => name === place.name);
      return column === undefined ? [] : [dataColumn(dataset, column, place, vocabulary)];
    }),
  ];
}

function leadingColumns(hasNotes: boolean): ColDef<GridRow>[] {
  const fixed: ColDef<GridRow> = { pinned: 'left', lockPosition: 'left', resizable: false, suppressMovable: true };
  return [
    {
      ...fixed,
      colId: pickColumn,
      headerName: 'Chosen',
      width: 40,
      cellRenderer: PickCell,
      cellClass: 'cell-pick',
      headerClass: 'cell-pick',
    },
    {
      ...fixed,
      colId: markColumn,
      headerName: hasNotes ? 'New, changed or noted' : 'New or changed',
      width: hasNotes ? 44 : 26,
      minWidth: 26,
      cellRendererSelector: markCellWhere,
      cellClass: 'cell-mark',
      headerClass: 'cell-mark',
    },
  ];
}

function dataColumn(dataset: Dataset, column: Column, place: LayoutColumn, vocabulary: HeaderVocabulary): ColDef<GridRow> {
  const index = dataset.columns.indexOf(column);
  const special = rendererOf(column);
  const signAt = isDerived(column) ? dataset.columns.findIndex(({ name }) => name === column.signColumn) : -1;
  return {
    colId: column.name,
    headerName: headerOf(column, vocabulary),
    width: place.width,
    pinned: place.pinned ? 'left' : null,
    valueGetter: ({ data }) => data?.cells[index] ?? null,
    valueFormatter: ({ data, value }) => (data === undefined ? '' : signText(data.cells[signAt]) + cellText(column, value as CellValue)),
    ...(special === null ? {} : { cellRenderer: special }),
    cellClass: [
      `cell-${toneOf(column)}`,
      ...(hasFigures(column) ? ['cell-figures'] : []),
      ...(isRightAligned(column) ? ['cell-right'] : []),
      ...(column.name === 'range_flag' ? ['cell-center'] : []),
    ],
    cellClassRules: cellRules(column),
    ...(column.name === 'range_flag' ? { headerClass: 'head-center' } : {}),
  };
}

/** The sign in front of a number that is a bound, as in ">17.9". */
function signText(sign: CellValue | undefined): string {
  return typeof sign === 'string' ? sign : '';
}

function rendererOf(column: Column): typeof FlagCell | typeof DateCell | typeof ResponseCell | null {
  if (column.kind === 'datetime') return DateCell;
  if (column.name === 'range_flag') return FlagCell;
  return column.name === 'response_code' ? ResponseCell : null;
}

function cellRules(column: Column): CellClassRules<GridRow> {
  return {
    'cell-loading': ({ data }) => data === undefined,
    'cell-quiet': ({ data, value }) => data !== undefined && isQuiet(column, value as CellValue),
    'cell-changed': (params) => params.data !== undefined && isChanged(params, column.name),
  };
}

function isChanged({ data, context }: CellClassParams<GridRow>, column: string): boolean {
  const { marks } = factsIn(context);
  return data !== undefined && markOf(data, marks.since) === 'changed' && marks.columns.get(data.key)?.has(column) === true;
}

/** Defaults of every column. Carrel handles Enter, Space, select all and copy itself. */
export const defaultColumn = {
  sortable: false,
  resizable: true,
  cellDataType: false,
  minWidth: 40,
  suppressKeyboardEvent: ({ event }: SuppressKeyboardEventParams) => takeOwnKey(event),
  suppressHeaderKeyboardEvent: ({ event }: SuppressHeaderKeyboardEventParams) => pressHeader(event),
} satisfies ColDef;

/** AG Grid reports keys too late to prevent the browser's default action (Space scrolls), so it is prevented here. */
function takeOwnKey(event: KeyboardEvent): boolean {
  const own =
    event.key === 'Enter' || event.key === ' ' || ((event.ctrlKey || event.metaKey) && ['a', 'c'].includes(event.key.toLowerCase()));
  if (own) event.preventDefault();
  return own;
}

/** Enter and Space on a focused header act like a click, also with Shift. */
function pressHeader(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  // AG Grid calls this more than once per key press.
  if (event.type === 'keydown' && !event.defaultPrevented && event.target instanceof Element) {
    event.preventDefault();
    const inner = event.target.closest('.ag-header-cell')?.querySelector('.head, .tick');
    inner?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
  }
  return true;
}
