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

/** The AG Grid modules in use; Carrel has its own filters, selection and sorting. */
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

/** One theme for light and dark: its parameters are the tokens of tokens.css. */
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
  /** Receives the element around the table. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onContextMenu?: (event: MouseEvent) => void;
}

/**
 * AG Grid with the options of one table. Cells are classes with `getGui` (cells.ts) instead of React components, because scrolling creates
 * and removes hundreds of them. Headers are React components.
 */
export function AgTable<Row>({ options, place, onContextMenu }: TableProps<Row>): ReactNode {
  return (
    <div ref={place} className="grid-table-place" onContextMenu={onContextMenu}>
      <AgGridReact<Row> {...options} modules={gridModules} />
    </div>
  );
}

/** Pixels; the width of scroll bars in base.css. */
const scrollbarWidth = 10;

/** Options of every table that reads rows block by block. Menus, marks and the empty state are Carrel's own. */
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

/** Options that may differ between windows. */
export function windowOptions(density: Preferences['density']): { readonly styleNonce: string; readonly rowHeight: number } {
  return { styleNonce: styleNonce(), rowHeight: density === 'compact' ? 28 : 32 };
}

const scrolledAside = '.ag-grid-viewport, .ag-body-horizontal-scroll-viewport';

/**
 * Sets the class `slid` while the table is scrolled horizontally. Only then must pinned cells be sticky: each sticky cell is a compositing
 * layer, two per row, which is slow with software rendering.
 */
export function useSlid(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = place.current;
    if (table === null) return undefined;
    const followScroll = ({ target }: Event): void => {
      if (target instanceof Element && target.matches(scrolledAside)) table.classList.toggle('slid', target.scrollLeft !== 0);
    };
    // Wheel scrolling moves the table before scripts receive the scroll event.
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
