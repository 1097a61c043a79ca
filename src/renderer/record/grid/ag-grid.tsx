import {
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
  type Module,
  themeQuartz,
  type GridOptions,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, type MouseEvent, type ReactNode, type RefObject } from 'react';
import type { Preferences } from '../../../shared/contract.ts';
import { styleNonce } from '../../ui/theme/style-nonce.ts';
import { blockSize } from './rows-source.ts';

/** The parts of AG Grid that the one grid needs; filters, selection and sorting are Carrel's own. */
const gridModules: Module[] = [
  InfiniteRowModelModule,
  CellStyleModule,
  RowStyleModule,
  ColumnApiModule,
  EventApiModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
];

/** AG Grid in the terms of tokens.css: one theme for light and dark, since its parameters are the tokens themselves. */
const gridTheme = themeQuartz.withParams({
  accentColor: 'var(--accent)',
  backgroundColor: 'var(--surface)',
  dataBackgroundColor: 'var(--surface)',
  foregroundColor: 'var(--text)',
  cellTextColor: 'var(--text)',
  chromeBackgroundColor: 'var(--surface-2)',
  headerBackgroundColor: 'var(--surface-2)',
  headerTextColor: 'var(--text-2)',
  headerFontSize: 12,
  headerFontWeight: 500,
  headerHeight: 34,
  headerRowBorder: '1px solid var(--line-2)',
  headerColumnBorder: false,
  headerColumnResizeHandleColor: 'var(--line-2)',
  headerColumnResizeHandleHeight: 14,
  headerColumnResizeHandleWidth: 1,
  headerCellHoverBackgroundColor: 'var(--surface-3)',
  headerCellMovingBackgroundColor: 'var(--surface-3)',
  rowBorder: '1px solid var(--line)',
  columnBorder: false,
  pinnedColumnBorder: '1px solid var(--line-2)',
  oddRowBackgroundColor: 'transparent',
  rowHoverColor: 'var(--surface-2)',
  selectedRowBackgroundColor: 'var(--accent-soft)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  fontFamily: 'var(--font)',
  fontSize: 13,
  dataFontSize: 13,
  cellHorizontalPadding: 10,
  spacing: 4,
  iconSize: 14,
  iconColor: 'var(--text-3)',
  borderColor: 'var(--line)',
  borderRadius: 6,
  inputHeight: 30,
  checkboxBorderRadius: 4,
  checkboxUncheckedBorderColor: 'var(--control)',
  checkboxCheckedBackgroundColor: 'var(--accent)',
  focusShadow: '0 0 0 2px var(--focus)',
  popupShadow: 'var(--shadow-pop)',
  rowLoadingSkeletonEffectColor: 'var(--surface-3)',
  browserColorScheme: 'inherit',
});

interface TableProps<Row> {
  readonly options: GridOptions<Row>;
  /** Is given the element that the table stands in. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onContextMenu?: (event: MouseEvent) => void;
}

/**
 * AG Grid with the options of one of Carrel's tables. Their cells are classes with `getGui` (cells.ts), which AG Grid's React package uses
 * as they are: cells come and go by the hundred while somebody scrolls. Headers are React components.
 */
export function AgTable<Row>({ options, place, onContextMenu }: TableProps<Row>): ReactNode {
  return (
    <div ref={place} className="grid-table-place" onContextMenu={onContextMenu}>
      <AgGridReact<Row> {...options} modules={gridModules} />
    </div>
  );
}

/** Pixels; base.css draws the bars that wide. */
const scrollbarWidth = 10;

/** Of every table whose rows are read block by block, and whose menus, marks and empty state are Carrel's own. */
export const infiniteTable = {
  theme: gridTheme,
  rowModelType: 'infinite',
  cacheBlockSize: blockSize,
  maxBlocksInCache: 30,
  rowBuffer: 6,
  scrollbarWidth,
  suppressNoRowsOverlay: true,
  suppressContextMenu: true,
  animateRows: false,
} satisfies GridOptions;

/** What differs from window to window. */
export function windowOptions(density: Preferences['density']): { readonly styleNonce: string; readonly rowHeight: number } {
  return { styleNonce: styleNonce(), rowHeight: density === 'compact' ? 28 : 32 };
}

const scrolledAside = '.ag-grid-viewport, .ag-body-horizontal-scroll-viewport';

/**
 * Tells the style sheet whether the table stands aside of its first column (class `slid`). Only then do the frozen cells have to stick:
 * each that sticks is a layer of its own, two a row, which is slow where the processor draws.
 */
export function useSlid(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = place.current;
    if (table === null) return undefined;
    const followScroll = ({ target }: Event): void => {
      if (target instanceof Element && target.matches(scrolledAside)) table.classList.toggle('slid', target.scrollLeft !== 0);
    };
    // The wheel moves the table before a script hears of it.
    const followWheel = ({ deltaX, shiftKey }: WheelEvent): void => {
      if (deltaX !== 0 || shiftKey) table.classList.add('slid');
    };
    table.addEventListener('scroll', followScroll, { capture: true, passive: true });
    table.addEventListener('wheel', followWheel, { capture: true, passive: true });
    return () => {
      table.removeEventListener('scroll', followScroll, { capture: true });
      table.removeEventListener('wheel', followWheel, { capture: true });
    };
  }, [place]);
}
